import { Table } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useLanguage } from '../i18n/language';
import { useShared } from '../i18n/use-shared';
import { barHeight, scaleTop } from '../lib/figures';
import classes from './chart.module.css';

/** One bar: its label, value, and text. */
export interface ChartPoint {
  key: string;
  /** Axis label: "15 Jan". */
  label: string;
  value: number;
  text: string;
  /** Value of the same position in the period before: a point of the dashed line. */
  before?: number;
  beforeText?: string;
}

/**
 * A bar chart with a dashed comparison line. The bars are boxes in a row that follow the page's direction, so time runs
 * from the right in Arabic. One tab stop: arrow keys move between the bars, and each is announced. `ChartTable` shows
 * the same as a table.
 *
 * ```tsx
 * <BarChart label={t('sales')} points={points} scale={(n) => shortenNumber(n)} />
 * ```
 */
export function BarChart({
  label,
  points,
  scale,
}: {
  label: string;
  points: readonly ChartPoint[];
  /** Formats a value of the scale. */
  scale: (value: number) => string;
}) {
  const s = useShared();
  const { dir } = useLanguage();
  const [active, setActive] = useState<number | null>(null);
  const top = scaleTop(Math.max(0, ...points.map((point) => Math.max(point.value, point.before ?? 0))));
  const compares = points.some((point) => point.before !== undefined);
  const last = points.length - 1;
  const point = active === null ? undefined : points[active];
  const shownPoint = point ?? points[last];
  const line = points.map((each, index) => `${index + 0.5},${100 - ((each.before ?? 0) / top) * 100}`).join(' ');
  const words = (of: ChartPoint) =>
    of.beforeText === undefined
      ? `${of.label}: ${of.text}`
      : `${of.label}: ${of.text}. ${s('chart.before')}: ${of.beforeText}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const ahead = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const now = active ?? last;
    const next: Record<string, number> = {
      [ahead]: Math.min(last, now + 1),
      [back]: Math.max(0, now - 1),
      Home: 0,
      End: last,
    };
    const found = next[event.key];
    if (found === undefined) return;
    event.preventDefault();
    setActive(found);
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const at = Math.floor((dir === 'rtl' ? 1 - share : share) * points.length);
    setActive(Math.min(last, Math.max(0, at)));
  };
  return (
    <div className={classes.chart}>
      <div className={classes.readout} aria-hidden>
        {point && <strong>{point.label}</strong>}
        <span className={classes.key}>
          <span className={classes.swatch} />
          {s('chart.now')}
          {point && <strong>{point.text}</strong>}
        </span>
        {compares && (
          <span className={classes.key}>
            <span className={classes.dash} />
            {s('chart.before')}
            {point && <strong>{point.beforeText}</strong>}
          </span>
        )}
      </div>
      <div className={classes.scale} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <bdi key={value}>{scale(value)}</bdi>
        ))}
      </div>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(active ?? last) + 1}
        aria-valuetext={shownPoint && words(shownPoint)}
        data-active={active === null ? undefined : true}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive((now) => now ?? last)}
        onBlur={() => setActive(null)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
      >
        {points.map((each, index) => (
          <span key={each.key} className={classes.slot} data-active={index === active || undefined}>
            <span className={classes.bar} style={{ blockSize: `${barHeight(String(each.value), top)}%` }} />
          </span>
        ))}
        {compares && points.length > 1 && (
          <svg className={classes.line} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden>
            <polyline className={classes.halo} points={line} />
            <polyline points={line} />
          </svg>
        )}
      </div>
      <div className={classes.ends} aria-hidden>
        {[points[0], points[Math.floor(points.length / 2)], points[last]].map(
          (each, index) => each && (index === 0 || points.length > 2) && <span key={each.key}>{each.label}</span>,
        )}
      </div>
    </div>
  );
}

/** The chart's data as a table. */
export function ChartTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes.table} role="region" aria-label={label} tabIndex={0}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, column) => (
              <Table.Th key={name} scope="col" className={column > 0 ? classes.number : undefined}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row[0]}>
              {row.map((value, column) => (
                <Table.Td key={head[column]} className={column > 0 ? classes.number : undefined}>
                  {column > 0 ? <span className="num">{value}</span> : value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
