import { Input } from '@mantine/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useSettingsText } from './i18n';
import { atStep, focusStep, type Focus } from './image-value';
import classes from './settings.module.css';

/** The direction of each arrow key, on the picture and not in the text. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point of a picture that stays in sight where it is cut: chosen on it, by pointer or by the arrow keys. */
export function FocalPoint({
  url,
  focus,
  isReadOnly,
  onFocus,
}: {
  url: string;
  focus: Focus;
  isReadOnly: boolean;
  onFocus: (focus: Focus) => void;
}) {
  const t = useSettingsText();
  const choose = (event: MouseEvent<HTMLButtonElement>) => {
    // A press of a key is a click without a place.
    if (event.detail === 0) return;
    const rect = event.currentTarget.getBoundingClientRect();
    const percent = (at: number, size: number) => (size > 0 ? (at / size) * 100 : 50);
    onFocus({
      x: atStep(percent(event.clientX - rect.left, rect.width)),
      y: atStep(percent(event.clientY - rect.top, rect.height)),
    });
  };
  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    onFocus({ x: atStep(focus.x + arrow[0] * focusStep), y: atStep(focus.y + arrow[1] * focusStep) });
  };
  return (
    <Input.Wrapper label={t('focus.label')} labelElement="div" description={t('focus.hint')} mt={12}>
      <button
        type="button"
        className={classes.focal}
        aria-label={t('focus.value', { x: focus.x, y: focus.y })}
        disabled={isReadOnly}
        onClick={choose}
        onKeyDown={move}
      >
        <img src={url} alt="" draggable={false} />
        {/* On the picture left is left in either language. */}
        <span className={classes.focalPoint} dir="ltr" style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </button>
    </Input.Wrapper>
  );
}
