import { RichTextEditor } from '@mantine/tiptap';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLanguage } from '../i18n/language';
import classes from './editor-toolbar.module.css';

const buttonsOf = (place: HTMLElement | null) => [
  ...(place?.querySelectorAll<HTMLButtonElement>('[data-rich-text-editor-control]') ?? []),
];

/** A toolbar with a roving tabindex: one tab stop, arrows move between the buttons, Home and End to the ends. */
export function RovingToolbar({ label, children }: { label: string; children: ReactNode }) {
  const { dir } = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const update = () => {
      const all = buttonsOf(place.current);
      const enabled = all.findIndex((button) => !button.disabled);
      const stop = all[current] && !all[current].disabled ? current : enabled;
      for (const [index, button] of all.entries()) button.tabIndex = index === stop ? 0 : -1;
    };
    update();
    // The editor enables and disables buttons without rendering this component.
    const observer = new MutationObserver(update);
    if (place.current)
      observer.observe(place.current, { subtree: true, attributeFilter: ['disabled'], childList: true });
    return () => observer.disconnect();
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttonsOf(place.current);
    const at = all.findIndex((button) => button === event.target);
    if (at < 0) return;
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const enabled = all.flatMap((button, index) => (button.disabled ? [] : [index]));
    const to = {
      [forward]: enabled.find((index) => index > at) ?? enabled[0],
      [back]: enabled.findLast((index) => index < at) ?? enabled.at(-1),
      Home: enabled[0],
      End: enabled.at(-1),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setCurrent(to);
    all[to]?.focus();
  };
  return (
    <RichTextEditor.Toolbar
      ref={place}
      role="toolbar"
      className={classes.toolbar}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const at = buttonsOf(place.current).findIndex((button) => button === (event.target as Node));
        if (at >= 0) setCurrent(at);
      }}
    >
      {children}
    </RichTextEditor.Toolbar>
  );
}
