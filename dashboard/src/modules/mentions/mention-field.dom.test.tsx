import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { MentionField } from './mention-field';
import { toIds, type Person } from './mentions';

const people: Person[] = [
  { id: 'usr_0000000000001', name: 'أحمد علي' },
  { id: 'usr_0000000000002', name: 'Sara' },
  { id: 'usr_0000000000003', name: 'أحلام' },
];

function Box({ onSend = () => {} }: { onSend?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <>
      <MentionField
        label="Comment"
        value={value}
        onChange={setValue}
        onSend={onSend}
        people={people}
        maxLength={2000}
      />
      <output>{toIds(value, people)}</output>
    </>
  );
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Comment');
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('naming people in a box', () => {
  it('or_07 is done by the keyboard: @, a few letters in any spelling, arrows, Enter', async () => {
    const { user } = await openPage(<Box />);
    await user.type(box(), 'يا @اح');
    await waitFor(() => expect(offered()).toEqual(['أحمد علي', 'أحلام']));
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('أحلام');
    expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    expect(box().value).toBe('يا @أحلام ');
    expect(screen.getByRole('status').textContent).toBe('يا @usr_0000000000003 ');
    expect(offered()).toEqual([]);
    await user.type(box(), 'و@sa');
    await user.keyboard('{Tab}');
    expect(box().value).toBe('يا @أحلام و@Sara ');
    expect(document.activeElement).toBe(box());
  });
  it('or_07 leaves with Escape, and Enter is a new line then', async () => {
    const { user } = await openPage(<Box />);
    await user.type(box(), '@s');
    await waitFor(() => expect(offered()).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(offered()).toEqual([]);
    await user.type(box(), 'b{Enter}c');
    expect(box().value).toBe('@sb\nc');
    // The next name is suggested again.
    await user.type(box(), ' @Sa');
    expect(offered()).toEqual(['Sara']);
  });
  it('or_07 a tap takes a name, and Ctrl+Enter sends', async () => {
    let sendCount = 0;
    const { user } = await openPage(<Box onSend={() => (sendCount += 1)} />);
    await user.type(box(), '@');
    await waitFor(() => expect(offered()).toHaveLength(3));
    await user.click(screen.getByRole('option', { name: 'Sara' }));
    expect(box().value).toBe('@Sara ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(sendCount).toBe(1);
  });
});
