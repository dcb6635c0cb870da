import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { useReturnFocus } from './use-return-focus';

it('f12: a list that is being left is not rendered again', async () => {
  const render = vi.fn();
  function List() {
    const place = useRef<HTMLDivElement>(null);
    useReturnFocus(place, true);
    render();
    return <div ref={place}>The list</div>;
  }
  const { history } = await openPage(<List />, { at: '/list/1', path: '/list/$id' });
  expect(screen.getByText('The list')).toBeTruthy();
  const before = render.mock.calls.length;
  await act(async () => history.push('/list/2'));
  expect(history.location.pathname).toBe('/list/2');
  expect(render.mock.calls.length).toBe(before);
});
