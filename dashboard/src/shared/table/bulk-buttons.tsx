import { ActionIcon, Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useShared } from '../i18n/use-shared';
import { LazyMenu } from '../ui/lazy-menu';
import { useRovingFocus } from '../ui/use-roving-focus';
import type { BulkAction } from './bulk-bar';
import { useBulkBarText } from './bulk/i18n';
import classes from './bulk-bar.module.css';

const gap = 8;
const menuWidth = 30;
const load = () => import('./bulk-action-items');

/** Measures how many of the row's first children fit, with room for the menu when not all do. */
function useFit(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState(count);
  useLayoutEffect(() => {
    const place = row.current;
    if (!place) return;
    const measure = () => {
      const widths = [...place.children].slice(0, count).map((child) => (child as HTMLElement).offsetWidth + gap);
      const within = (room: number) => {
        let used = 0;
        return widths.findIndex((width) => (used += width) > room + gap);
      };
      const first = within(place.clientWidth);
      setFit(first === -1 ? count : Math.max(0, within(place.clientWidth - menuWidth - gap)));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(place);
    return () => watcher.disconnect();
  }, [count]);
  return { row, fit };
}

/** The bulk actions on one line: as many as fit, the others in a menu at the end. */
export function BulkButtons({
  actions,
  running,
  run,
}: {
  actions: readonly BulkAction[];
  /** Key of the running action. */
  running: string | null;
  run: (action: BulkAction) => void;
}) {
  const s = useShared();
  const t = useBulkBarText();
  const { row, fit } = useFit(actions.length);
  const roving = useRovingFocus(row, 'button:not([data-folded])');
  const folded = actions.slice(fit);
  return (
    <div ref={row} className={classes.actions} aria-label={t('label')} {...roving}>
      {actions.map((action, index) => (
        <Button
          key={action.key}
          size="xs"
          className={index < fit ? undefined : classes.unseen}
          data-folded={index < fit ? undefined : true}
          variant={action.danger ? 'light' : 'default'}
          color={action.danger ? 'red' : undefined}
          leftSection={action.icon}
          aria-keyshortcuts={action.shortcut}
          loading={running === action.key && !action.reports}
          disabled={running !== null && running !== action.key}
          onClick={() => run(action)}
        >
          {action.label}
        </Button>
      ))}
      {folded.length > 0 && (
        <LazyMenu
          width={220}
          load={load}
          items={{ actions: folded, run }}
          trigger={
            <ActionIcon
              variant="default"
              size={menuWidth}
              aria-label={s('page.more')}
              disabled={running !== null && !folded.some((action) => action.key === running)}
              loading={folded.some((action) => action.key === running && !action.reports)}
            >
              <IconDots size={16} />
            </ActionIcon>
          }
        />
      )}
    </div>
  );
}
