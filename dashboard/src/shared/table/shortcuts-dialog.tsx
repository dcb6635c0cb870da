import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/dialog';
import { useShared } from '../i18n/use-shared';
import classes from './shortcuts-dialog.module.css';

export interface Shortcut {
  keys: readonly string[];
  label: string;
}

/** What the keyboard does in a list; opened with `?`. */
export default function ShortcutsDialog({ more, onClose }: { more: readonly Shortcut[]; onClose: () => void }) {
  const s = useShared();
  const all: Shortcut[] = [
    { keys: ['J', '↓'], label: s('keys.next') },
    { keys: ['K', '↑'], label: s('keys.previous') },
    { keys: ['Enter'], label: s('keys.open') },
    { keys: ['X'], label: s('keys.select') },
    ...more,
    { keys: ['Esc'], label: s('keys.clear') },
    { keys: ['/'], label: s('keys.search') },
    { keys: ['?'], label: s('keys.help') },
  ];
  return (
    <Dialog title={s('keys.title')} size={420} onClose={onClose}>
      <dl className={classes.list}>
        {all.map(({ keys, label }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd className={classes.keys} dir="ltr">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
