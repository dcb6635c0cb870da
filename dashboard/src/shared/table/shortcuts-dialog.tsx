import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/dialog';
import { useShortcutText } from './i18n';
import classes from './shortcuts-dialog.module.css';

export interface Shortcut {
  keys: readonly string[];
  label: string;
}

/** The keyboard shortcuts of a list; opened with `?`. */
export default function ShortcutsDialog({ more, onClose }: { more: readonly Shortcut[]; onClose: () => void }) {
  const t = useShortcutText();
  const all: Shortcut[] = [
    { keys: ['J', '↓'], label: t('keys.next') },
    { keys: ['K', '↑'], label: t('keys.previous') },
    { keys: ['Enter'], label: t('keys.open') },
    { keys: ['X'], label: t('keys.select') },
    ...more,
    { keys: ['Esc'], label: t('keys.clear') },
    { keys: ['/'], label: t('keys.search') },
    { keys: ['?'], label: t('keys.help') },
  ];
  return (
    <Dialog title={t('keys.title')} size={420} onClose={onClose}>
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
