import { mantineClasses } from './kit-classes';
import classes from './row-checkbox.module.css';

const { inner, input, icon } = mantineClasses.checkbox;

/**
 * Mantine's checkbox as plain elements with the same styles, for the rows and header of a table: twenty of Mantine's
 * own take a tenth of a list's render time on a slow machine. It has an accessible name, but no
 * label, and its sign only while there is one to see.
 */
export function RowCheckbox({
  checked,
  isPartial = false,
  disabled,
  label,
  onChange,
}: {
  checked: boolean;
  /** Indeterminate: some rows are selected. */
  isPartial?: boolean;
  disabled?: boolean;
  label: string;
  onChange: () => void;
}) {
  return (
    <div className={classes.box}>
      <div className={inner}>
        <input
          ref={(element) => {
            if (element) element.indeterminate = isPartial;
          }}
          type="checkbox"
          className={`mantine-focus-auto ${input}`}
          aria-label={label}
          checked={checked}
          data-indeterminate={isPartial || undefined}
          disabled={disabled}
          onChange={onChange}
        />
        {isPartial ? (
          <svg viewBox="0 0 32 6" fill="none" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" className={icon}>
            <rect width="32" height="6" fill="currentColor" rx="3" />
          </svg>
        ) : checked ? (
          <svg viewBox="0 0 10 7" fill="none" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" className={icon}>
            <path
              d="M4 4.586L1.707 2.293A1 1 0 1 0 .293 3.707l3 3a.997.997 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293L4 4.586z"
              fill="currentColor"
              fillRule="evenodd"
              clipRule="evenodd"
            />
          </svg>
        ) : null}
      </div>
    </div>
  );
}
