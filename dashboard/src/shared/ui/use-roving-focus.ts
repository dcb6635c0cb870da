import { useEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { useLanguage } from '../i18n/language';

/**
 * The keyboard of a toolbar (a roving tabindex): one Tab stop, arrows move between the buttons, Home and End to the
 * ends. The result goes to the toolbar's element; `selector` finds its buttons, `first` is the one that Tab reaches at
 * first.
 */
export function useRovingFocus(place: RefObject<HTMLElement | null>, selector: string, first = 0) {
  const { dir } = useLanguage();
  const [current, setCurrent] = useState(first);
  const buttons = () => [...(place.current?.querySelectorAll<HTMLButtonElement>(selector) ?? [])];
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const update = () => {
      const all = [...element.querySelectorAll<HTMLButtonElement>(selector)];
      const enabled = all.findIndex((button) => !button.disabled);
      const stop = all[current] && !all[current].disabled ? current : enabled;
      for (const [index, button] of all.entries()) button.tabIndex = index === stop ? 0 : -1;
    };
    update();
    // Buttons are enabled, disabled, added and removed without rendering the toolbar.
    const observer = new MutationObserver(update);
    observer.observe(element, { subtree: true, attributeFilter: ['disabled'], childList: true });
    return () => observer.disconnect();
  }, [current, place, selector]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
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
  const onFocus = (event: FocusEvent) => {
    const at = buttons().findIndex((button) => button === event.target);
    if (at >= 0) setCurrent(at);
  };
  return { role: 'toolbar', onKeyDown, onFocus } as const;
}
