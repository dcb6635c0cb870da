/** The action of a key in the sheet. Arrow keys are visual: left is the next column in Arabic. */
export type SheetAction =
  | { do: 'move'; rows: number; cols: number; extend: boolean; far: boolean }
  | { do: 'page'; rows: number; extend: boolean }
  | { do: 'edge'; end: boolean; far: boolean; extend: boolean }
  | { do: 'type'; text: string }
  | { do: 'all' | 'edit' | 'clear' | 'fillDown' | 'undo' | 'redo' | 'save' | 'copy' | 'paste' };

export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export function keyOf(event: KeyPress, rtl: boolean): SheetAction | null {
  const { key, code, shiftKey } = event;
  const ctrl = event.ctrlKey || event.metaKey;
  const nextColumn = rtl ? -1 : 1;
  const move = (rows: number, cols: number): SheetAction => ({ do: 'move', rows, cols, extend: shiftKey, far: ctrl });
  switch (key) {
    case 'ArrowDown':
      return move(1, 0);
    case 'ArrowUp':
      return move(-1, 0);
    case 'ArrowRight':
      return move(0, nextColumn);
    case 'ArrowLeft':
      return move(0, -nextColumn);
    case 'PageDown':
      return { do: 'page', rows: 1, extend: shiftKey };
    case 'PageUp':
      return { do: 'page', rows: -1, extend: shiftKey };
    case 'Home':
      return { do: 'edge', end: false, far: ctrl, extend: shiftKey };
    case 'End':
      return { do: 'edge', end: true, far: ctrl, extend: shiftKey };
    case 'Enter':
    case 'F2':
      return { do: 'edit' };
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' };
    default:
      break;
  }
  if (ctrl) {
    // By the physical key, so that it works with an Arabic layout.
    if (code === 'KeyZ') return { do: shiftKey ? 'redo' : 'undo' };
    if (code === 'KeyY') return { do: 'redo' };
    if (code === 'KeyA') return { do: 'all' };
    if (code === 'KeyD') return { do: 'fillDown' };
    if (code === 'KeyS') return { do: 'save' };
    if (code === 'KeyC' || code === 'KeyX') return { do: 'copy' };
    if (code === 'KeyV') return { do: 'paste' };
    return null;
  }
  if (event.altKey) return null;
  if (key === ' ') return { do: 'edit' };
  return [...key].length === 1 ? { do: 'type', text: key } : null;
}
