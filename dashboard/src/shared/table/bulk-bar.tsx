import { Button, CloseButton, Group, Paper, Text, Transition } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { BulkResult } from '../api/wire';
import { formatNumber } from '../i18n/format';
import { useShared } from '../i18n/use-shared';
import { confirm } from '../ui/confirm';
import { tellUntold } from '../ui/part-failed';
import { toast } from '../ui/toast';
import classes from './bulk-bar.module.css';
import { BulkButtons } from './bulk-buttons';
import { isForPage } from './use-list-keys';

export interface BulkAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Asked before it runs; the text gets the number of rows. Nothing where these rows need no question. */
  ask?: (count: number, ids: string[]) => { title: string; text?: string } | undefined;
  /** Runs it and says what became of each row; null when the user turned back. */
  run: (ids: string[]) => Promise<BulkResult[] | null>;
  /** It shows the outcome of each row itself (a dialog): the bar only lets go of the rows that succeeded. */
  reports?: boolean;
  /**
   * Does it to everything that the list's filters match, on other pages too. False when the user turned back. Null for an act
   * that is for chosen rows alone, which says beside it why.
   */
  runAll: (() => Promise<boolean>) | null;
  /** The key that runs it while rows are selected, by its place on the keyboard: 's'. */
  shortcut?: string;
}

/** What the list's filters match, beyond the page in sight. */
export interface AllMatching {
  /** Rows of the page. */
  rows: readonly string[];
  count: number;
  /** There are more than `count` says. */
  isCapped: boolean;
  /** The filters: what was chosen under others is chosen no more. */
  scope: string;
}

/**
 * Floats above the list while rows are selected. Once a whole page is, it offers everything that matches, for acts that can be
 * done to all of it. What succeeded leaves the selection; what failed stays selected and
 * is listed with the server's reason, row by row.
 */
export function BulkBar({
  selected,
  onSelect,
  actions,
  nameOf,
  all,
}: {
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  actions: readonly BulkAction[];
  /** How a row is called in the report: an order's number, a product's name. */
  nameOf: (id: string) => string;
  all?: AllMatching;
}) {
  const s = useShared();
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState<BulkResult[]>([]);
  const count = selected.size;
  // Choosing everything holds as long as neither a row nor a filter changes.
  const [wholeSelection, setWholeSelection] = useState<{ of: ReadonlySet<string>; scope: string } | null>(null);
  const isOffered =
    all !== undefined &&
    actions.some((action) => action.runAll) &&
    (all.isCapped || all.count > all.rows.length) &&
    all.rows.every((id) => selected.has(id));
  const isAll = isOffered && wholeSelection?.of === selected && wholeSelection.scope === all.scope;
  const shown = isAll ? actions.filter((action) => action.runAll) : actions;
  const number = formatNumber(all?.count ?? 0);
  const total = all?.isCapped ? s('list.moreThan', { total: number }) : number;

  const runAll = async (action: BulkAction) => {
    setRunning(action.key);
    setFailed([]);
    try {
      if (await action.runAll?.()) onSelect(new Set());
    } catch (error) {
      // The selection stays as it was.
      tellUntold(error, action.key);
    } finally {
      setRunning(null);
    }
  };

  const run = async (action: BulkAction) => {
    if (isAll) {
      await runAll(action);
      return;
    }
    const question = action.ask?.(count, [...selected]);
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
    } catch (error) {
      // The selection stays as it was.
      tellUntold(error, action.key);
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
        <div className={classes.place} style={style} data-bulk-bar>
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
            <Group gap={8} wrap="nowrap">
              <CloseButton
                aria-label={s('bulk.clear')}
                onClick={() => {
                  setFailed([]);
                  onSelect(new Set());
                }}
              />
              <Text size="sm" fw={500} className={classes.count} role="status">
                {isAll ? s('bulk.allSelected', { total }) : s('bulk.selected', { count })}
              </Text>
              <BulkButtons
                // What fits is measured anew when there are other acts.
                key={isAll ? 'all' : 'some'}
                actions={shown}
                running={running}
                run={(action) => void run(action)}
              />
            </Group>
            {isOffered && !isAll && (
              <div className={classes.all}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={running !== null}
                  onClick={() => setWholeSelection({ of: selected, scope: all.scope })}
                >
                  {s('bulk.selectAll', { total })}
                </Button>
              </div>
            )}
          </Paper>
        </div>
      )}
    </Transition>
  );
}
