import { useRef, useState, type CSSProperties } from 'react';
import type { Column } from './columns';
import classes from './sheet.module.css';

/**
 * The input over the active cell. When started by typing, arrows commit and move on; when started by Enter or F2, they
 * move within the text. Enter moves down, Tab to the next column, Escape cancels.
 */
export function Editor({
  column,
  label,
  start,
  rtl,
  style,
  onDone,
  onCancel,
}: {
  column: Column;
  label: string;
  start: { text: string; isTyped: boolean };
  rtl: boolean;
  style: CSSProperties;
  onDone: (text: string, step: { rows: number; cols: number } | null) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState(start.text);
  const over = useRef(false);
  const closeEditor = (step: { rows: number; cols: number } | null) => {
    if (over.current) return;
    over.current = true;
    onDone(text, step);
  };
  const ltr = column.kind !== 'text' && column.kind !== 'words' && column.kind !== 'categories';
  const isNumber = column.kind === 'money' || column.kind === 'count' || column.kind === 'weight';
  return (
    <input
      className={classes.editor}
      // A number keeps the cell's alignment, and runs left to right.
      style={isNumber ? { ...style, textAlign: 'end' } : style}
      aria-label={label}
      dir={ltr ? 'ltr' : column.key === 'name.en' ? 'ltr' : 'auto'}
      autoFocus
      value={text}
      inputMode={
        column.kind === 'money' || column.kind === 'weight'
          ? 'decimal'
          : column.kind === 'count'
            ? 'numeric'
            : undefined
      }
      onFocus={(event) => {
        const end = event.target.value.length;
        event.target.setSelectionRange(start.isTyped ? end : 0, end);
      }}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => closeEditor(null)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        const nextColumn = rtl ? -1 : 1;
        const steps: Record<string, { rows: number; cols: number }> = {
          Enter: { rows: event.shiftKey ? -1 : 1, cols: 0 },
          Tab: { rows: 0, cols: event.shiftKey ? -1 : 1 },
          ...(start.isTyped && {
            ArrowDown: { rows: 1, cols: 0 },
            ArrowUp: { rows: -1, cols: 0 },
            ArrowRight: { rows: 0, cols: nextColumn },
            ArrowLeft: { rows: 0, cols: -nextColumn },
          }),
        };
        const step = steps[event.key];
        if (event.key === 'Escape') {
          over.current = true;
          event.preventDefault();
          onCancel();
        } else if (step) {
          event.preventDefault();
          closeEditor(step);
        }
      }}
    />
  );
}
