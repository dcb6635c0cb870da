import { UnstyledButton } from '@mantine/core';
import { mantineClasses } from '../ui/kit-classes';
import classes from './page-numbers.module.css';

const mantine = mantineClasses.pagination;
const control = `mantine-focus-auto mantine-active ${mantine.control} ${UnstyledButton.classes.root}`;

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * The page numbers to show: the first, the last, `siblings` on each side of the current one, and null for a gap. Their
 * number is constant, so that no button moves under the pointer.
 */
export function shownPages(page: number, total: number, siblings: number): (number | null)[] {
  const maxNumbers = siblings * 2 + 5;
  if (total <= maxNumbers) return span(1, total);
  const atOneEnd = siblings * 2 + 3;
  const isStart = Math.max(page - siblings, 1) <= 3;
  const isEnd = Math.min(page + siblings, total) >= total - 2;
  if (isStart && !isEnd) return [...span(1, atOneEnd), null, total];
  if (isEnd && !isStart) return [1, null, ...span(total - atOneEnd + 1, total)];
  return [1, null, ...span(page - siblings, page + siblings), null, total];
}

/** Mantine's pagination as plain elements with the same styles (see `RowCheckbox`), without its arrows. */
export function PageNumbers({
  page,
  total,
  siblings,
  nameOf,
  onChange,
}: {
  page: number;
  total: number;
  /** Numbers on each side of the current one. */
  siblings: number;
  nameOf: (page: number) => string;
  onChange: (page: number) => void;
}) {
  return (
    <div className={`${mantine.root} ${classes.pages}`}>
      {shownPages(page, total, siblings).map((number, place) =>
        number === null ? (
          <div key={place} className={mantine.dots}>
            <svg viewBox="0 0 16 16" xmlns="http://www.w3.org/2000/svg" className={classes.dots}>
              <path
                d="M2 8c0-.733.6-1.333 1.333-1.333.734 0 1.334.6 1.334 1.333s-.6 1.333-1.334 1.333C2.6 9.333 2 8.733 2 8zm9.333 0c0-.733.6-1.333 1.334-1.333C13.4 6.667 14 7.267 14 8s-.6 1.333-1.333 1.333c-.734 0-1.334-.6-1.334-1.333zM6.667 8c0-.733.6-1.333 1.333-1.333s1.333.6 1.333 1.333S8.733 9.333 8 9.333 6.667 8.733 6.667 8z"
                fill="currentColor"
              />
            </svg>
          </div>
        ) : (
          <button
            key={place}
            type="button"
            className={control}
            aria-label={nameOf(number)}
            aria-current={number === page ? 'page' : undefined}
            data-active={number === page || undefined}
            data-with-padding
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        ),
      )}
    </div>
  );
}
