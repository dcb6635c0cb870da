import { Button, CloseButton, Paper, Text, Transition } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { BulkResult } from '../api/wire';
import { formatNumber } from '../i18n/format';
import { useShared } from '../i18n/use-shared';
import { confirm } from '../ui/confirm';
import { toast } from '../ui/toast';
import classes from './bulk-bar.module.css';
import { BulkButtons } from './bulk-buttons';
import { isForPage } from './use-list-keys';

export interface BulkAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Asked before it runs; the text gets the number of rows. */
  ask?: (count: number) => { title: string; text?: string };
  /** Runs it and says what became of each row; null when the user turned back. */
  run: (ids: string[]) => Promise<BulkResult[] | null>;
  /**
   * What it does to everything that the list matches, on this page or not; without it the act is for chosen rows alone.
   */
  runAll?: () => Promise<void> | void;
  /** It shows the outcome of each row itself (a dialog): the bar only lets go of the rows that succeeded. */
  reports?: boolean;
  /** The key that runs it while rows are selected, by its place on the keyboard: 's'. */
  shortcut?: string;
}

/** Rows beyond those that are chosen: everything that the list matches. */
export interface Matching {
  /** How many match, as the list counts them; `capped` when there are more. */
  total: number;
  capped: boolean;
  /** All of them are meant now. */
  whole: boolean;
  onWhole: (whole: boolean) => void;
}

const numberOf = ({ total, capped }: Matching) => `${formatNumber(total)}${capped ? '+' : ''}`;

/**
 * Floats above the list while rows are selected. What succeeded leaves the selection; what failed stays selected and
 * is listed with the server's reason, row by row.
 */
export function BulkBar({
  selected,
  onSelect,
  actions,
  nameOf,
  matching,
}: {
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  actions: readonly BulkAction[];
  /** How a row is called in the report: an order's number, a product's name. */
  nameOf: (id: string) => string;
  /** Where more rows match than the page shows, and all that are shown are chosen. */
  matching?: Matching | null;
}) {
  const s = useShared();
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState<BulkResult[]>([]);
  const count = selected.size;
  const whole = matching?.whole ?? false;
  const shown = whole ? actions.filter((action) => action.runAll) : actions;

  const run = async (action: BulkAction) => {
    if (whole) {
      setFailed([]);
      // It asks and tells by itself.
      await action.runAll?.();
      return;
    }
    const question = action.ask?.(count);
    if (question && !(await confirm({ ...question, confirm: action.label, danger: action.danger }))) return;
    setRunning(action.key);
    setFailed([]);
    try {
      const results = await action.run([...selected]);
      if (results === null) return;
      const bad = results.filter((result) => !result.is_ok);
      const done = results.length - bad.length;
      onSelect(new Set(bad.map((result) => result.id)));
      if (action.reports) return;
      setFailed(bad);
      if (done > 0) toast.success(s('bulk.done', { count: done }));
    } catch {
      // Already told by the client; the selection stays as it was.
    } finally {
      setRunning(null);
    }
  };

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    onKey.current = (event) => {
      if (count === 0 || running || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const action = shown.find(
        ({ shortcut }) => shortcut && (event.key === shortcut || event.code === `Key${shortcut.toUpperCase()}`),
      );
      if (!action || !isForPage(event)) return;
      event.preventDefault();
      void run(action);
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <Transition mounted={count > 0} transition="slide-up" duration={160}>
      {(style) => (
        <div className={classes.place} style={style}>
          <Paper className={classes.bar} role="region" aria-label={s('bulk.label')}>
            {failed.length > 0 && (
              <div className={classes.failed} role="alert">
                <Text size="sm" fw={600}>
                  {s('bulk.failed', { count: failed.length })}
                </Text>
                <ul className={classes.reasons}>
                  {failed.slice(0, 8).map((result) => (
                    <li key={result.id}>
                      <bdi>{nameOf(result.id)}</bdi>: {result.message ?? s('error.failed')}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div className={classes.line}>
              <CloseButton
                aria-label={s('bulk.clear')}
                onClick={() => {
                  setFailed([]);
                  onSelect(new Set());
                }}
              />
              <Text size="sm" fw={500} className={classes.count}>
                {whole && matching ? s('bulk.whole', { number: numberOf(matching) }) : s('bulk.selected', { count })}
              </Text>
              {matching && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={classes.whole}
                  onClick={() => matching.onWhole(!whole)}
                >
                  {whole ? s('bulk.onlyPage') : s('bulk.selectWhole', { number: numberOf(matching) })}
                </Button>
              )}
              <BulkButtons key={String(whole)} actions={shown} running={running} run={(action) => void run(action)} />
            </div>
          </Paper>
        </div>
      )}
    </Transition>
  );
}
