import { Button, CloseButton, Group, Paper, Text, Transition } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { BulkResult } from '../api/wire';
import { formatNumber } from '../i18n/format';
import { useShared } from '../i18n/use-shared';
import { confirm } from '../ui/confirm';
import { reportUnhandledError } from '../ui/part-failed';
import { toast } from '../ui/toast';
import { useBulkBarText } from './bulk/i18n';
import classes from './bulk-bar.module.css';
import { BulkButtons } from './bulk-buttons';
import { isForPage } from './use-list-keys';

/** A row as it was when an action ran: it may be in the list no more. */
export interface BulkRow {
  id: string;
  name: string;
}

export interface BulkAction {
  key: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Confirmation before it runs, with the number of rows. Undefined or null result: none needed. */
  ask?: (count: number, ids: string[]) => { title: string; text?: string } | undefined;
  /** Runs it and returns the result of each row; null when the user cancelled. */
  run: (ids: string[]) => Promise<BulkResult[] | null>;
  /** It shows the results itself (a dialog): the bar only deselects the rows that succeeded. */
  reports?: boolean;
  /** What the toast says of the rows that succeeded, instead of their number alone. */
  done?: (count: number) => string;
  /** The toast offers to take it back from the rows that succeeded. */
  undo?: { label: string; run: (rows: readonly BulkRow[]) => Promise<void> };
  /**
   * Applies it to all that the list's filters match, on other pages too. Returns false when the user cancelled. Null
   * for an action on selected rows only, with the reason in a comment.
   */
  runAll: (() => Promise<boolean>) | null;
  /** Shortcut key while rows are selected, by physical position: 's'. */
  shortcut?: string;
}

/** All rows that the list's filters match, beyond the current page. */
export interface AllMatching {
  /** Ids of the page's rows. */
  rows: readonly string[];
  count: number;
  /** There are more than `count` says. */
  isCapped: boolean;
  /** The filters' key: a selection does not outlive a change of filters. */
  scope: string;
}

/** Says how many rows an action changed, and offers to take it back. */
function toastDone({ done, undo }: BulkAction, rows: readonly BulkRow[], text: string): void {
  if (rows.length === 0) return;
  toast.success({
    title: done?.(rows.length) ?? text,
    ...(undo && { action: { label: undo.label, run: () => void undo.run(rows) } }),
  });
}

/**
 * Floats above the list while rows are selected. When a whole page is selected, it offers all matches, for actions that
 * support it. Rows that succeeded are deselected; failed ones stay selected and are listed with the server's reason.
 */
export function BulkBar({
  selected,
  onSelect,
  actions,
  nameOf,
  all,
  earlyKey,
}: {
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
  actions: readonly BulkAction[];
  /** The name of a row in the report: an order's number, a product's name. */
  nameOf: (id: string) => string;
  all?: AllMatching;
  /** The last key that was pressed before this was loaded. */
  earlyKey?: RefObject<KeyboardEvent | null>;
}) {
  const s = useShared();
  const t = useBulkBarText();
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState<BulkResult[]>([]);
  const count = selected.size;
  // "All matches" holds until a row or a filter changes.
  const [wholeSelection, setWholeSelection] = useState<{ of: ReadonlySet<string>; scope: string } | null>(null);
  const isOffered =
    all !== undefined &&
    actions.some((action) => action.runAll) &&
    (all.isCapped || all.count > all.rows.length) &&
    all.rows.every((id) => selected.has(id));
  const isAll = isOffered && wholeSelection?.of === selected && wholeSelection.scope === all.scope;
  const offeredActions = isAll ? actions.filter((action) => action.runAll) : actions;
  const number = formatNumber(all?.count ?? 0);
  const total = all?.isCapped ? s('list.moreThan', { total: number }) : number;

  const runAll = async (action: BulkAction) => {
    setRunning(action.key);
    setFailed([]);
    try {
      if (await action.runAll?.()) onSelect(new Set());
    } catch (error) {
      // The selection is unchanged.
      reportUnhandledError(error, action.key);
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
    const rows: BulkRow[] = [...selected].map((id) => ({ id, name: nameOf(id) }));
    try {
      const results = await action.run([...selected]);
      if (results === null) return;
      const failures = results.filter((result) => !result.is_ok);
      const failedIds = new Set(failures.map((result) => result.id));
      onSelect(failedIds);
      if (action.reports) return;
      setFailed(failures);
      const kept = rows.filter(({ id }) => !failedIds.has(id));
      toastDone(action, kept, t('done', { count: kept.length }));
    } catch (error) {
      // The selection is unchanged.
      reportUnhandledError(error, action.key);
    } finally {
      setRunning(null);
    }
  };

  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  useEffect(() => {
    onKey.current = (event) => {
      if (count === 0 || running || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const action = offeredActions.find(
        ({ shortcut }) => shortcut && (event.key === shortcut || event.code === `Key${shortcut.toUpperCase()}`),
      );
      if (!action || !isForPage(event)) return;
      event.preventDefault();
      void run(action);
    };
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    if (earlyKey?.current) listen(earlyKey.current);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [earlyKey]);

  return (
    <Transition mounted={count > 0} transition="slide-up" duration={160}>
      {(style) => (
        <div className={classes.place} style={style} data-bulk-bar>
          <Paper className={classes.bar} role="region" aria-label={t('label')}>
            {failed.length > 0 && (
              <div className={classes.failed} role="alert">
                <Text size="sm" fw={600}>
                  {t('failed', { count: failed.length })}
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
                aria-label={t('clear')}
                onClick={() => {
                  setFailed([]);
                  onSelect(new Set());
                }}
              />
              <Text size="sm" fw={500} className={classes.count} role="status">
                {isAll ? t('allSelected', { total }) : t('selected', { count })}
              </Text>
              <BulkButtons
                // Remounts to measure again when the actions change.
                key={isAll ? 'all' : 'some'}
                actions={offeredActions}
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
                  {t('selectAll', { total })}
                </Button>
              </div>
            )}
          </Paper>
        </div>
      )}
    </Transition>
  );
}
