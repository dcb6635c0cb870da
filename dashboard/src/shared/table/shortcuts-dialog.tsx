import { Kbd, Title } from '@mantine/core';
import { Dialog } from '../ui/dialog';
import { readJumps } from '../ui/page-shortcuts';
import { useShortcutText } from './i18n';
import classes from './shortcuts-dialog.module.css';

export interface Shortcut {
  keys: readonly string[];
  label: string;
}

/** The keyboard shortcuts of a list or of the page, and those of every page; opened with `?`. */
export default function ShortcutsDialog({
  more = [],
  isList = true,
  onClose,
}: {
  /** Shortcuts of this page's own, after those that every list has. */
  more?: readonly Shortcut[];
  isList?: boolean;
  onClose: () => void;
}) {
  const t = useShortcutText();
  const ofPage: readonly Shortcut[] = isList
    ? [
        { keys: ['J', '↓'], label: t('keys.next') },
        { keys: ['K', '↑'], label: t('keys.previous') },
        { keys: ['Enter'], label: t('keys.open') },
        { keys: ['X'], label: t('keys.select') },
        ...more,
        { keys: ['Esc'], label: t('keys.clear') },
        { keys: ['/'], label: t('keys.search') },
      ]
    : more;
  const ofEveryPage: Shortcut[] = [
    { keys: ['Ctrl', 'K'], label: t('keys.palette') },
    { keys: ['Ctrl', 'S'], label: t('keys.save') },
    ...readJumps().map(({ letter, page }) => ({
      keys: ['G', letter.toUpperCase()],
      label: t('keys.goTo', { page: `\u2068${page}\u2069` }),
    })),
    { keys: ['?'], label: t('keys.help') },
  ];
  return (
    <Dialog title={t('keys.title')} size={420} onClose={onClose}>
      {ofPage.length > 0 && (
        <>
          <Lines of={ofPage} />
          <Title order={3} size="h3" mt={20} mb={4}>
            {t('keys.everywhere')}
          </Title>
        </>
      )}
      <Lines of={ofEveryPage} />
    </Dialog>
  );
}

function Lines({ of }: { of: readonly Shortcut[] }) {
  return (
    <dl className={classes.list}>
      {of.map(({ keys, label }) => (
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
  );
}
