import { Table } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useLanguage } from '../i18n/language';
import { useChartText } from './i18n';
import { labelsAt, ticksOf } from '../lib/figures';
import classes from './chart.module.css';

/** One point of time: its label, value, and text. */
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

/** Labels below the chart; a phone shows every other one. */
const mostLabels = 7;

/**
 * A line over time, with the period before as a dashed line behind it. Time follows the page's direction: from the right
 * in Arabic. A crosshair shows the values of the point below the pointer. One tab stop: arrow keys move between the
 * points, and each is announced. `ChartTable` shows the same as a table.
 *
 * ```tsx
 * <LineChart label={t('sales')} points={points} scale={(n) => shortenNumber(n)} />
 * ```
 */
export function LineChart({
  label,
  points,
  scale,
  isWhole = false,
}: {
  label: string;
  points: readonly ChartPoint[];
  /** Formats a value of the scale. */
  scale: (value: number) => string;
  /** The values are counts. */
  isWhole?: boolean;
}) {
  const t = useChartText();
  const { dir } = useLanguage();
  const [active, setActive] = useState<number | null>(null);
  const ticks = ticksOf(Math.max(0, ...points.map((point) => Math.max(point.value, point.before ?? 0))), isWhole);
  const [top = 1] = ticks;
  const compares = points.some((point) => point.before !== undefined);
  const last = points.length - 1;
  const point = active === null ? undefined : points[active];
  const shownPoint = point ?? points[last];
  /** Share of the plot, in percent: along the time, and from the top. */
  const along = (index: number) => ((index + 0.5) / points.length) * 100;
  const down = (value: number) => 100 - (Math.max(0, value) / top) * 100;
  const line = (of: (each: ChartPoint) => number) =>
    points.map((each, index) => `${along(index)},${down(of(each))}`).join(' ');
  const current = line((each) => each.value);
  const words = (of: ChartPoint) =>
    of.beforeText === undefined
      ? `${of.label}: ${of.text}`
      : `${of.label}: ${of.text}. ${t('before')}: ${of.beforeText}`;
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
      {compares && (
        <div className={classes.keys} aria-hidden>
          <span className={classes.key}>
            <span className={classes.swatch} />
            {t('now')}
          </span>
          <span className={classes.key}>
            <span className={classes.dash} />
            {t('before')}
          </span>
        </div>
      )}
      <div className={classes.scale} aria-hidden>
        {ticks.map((value) => (
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
        {ticks.map((value) => (
          <span key={value} className={classes.grid} style={{ insetBlockStart: `${down(value)}%` }} />
        ))}
        <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {compares && <polyline className={classes.before} points={line((each) => each.before ?? 0)} />}
          <polygon className={classes.area} points={`${along(0)},100 ${current} ${along(last)},100`} />
          <polyline className={classes.now} points={current} />
        </svg>
        {active === null && points.length === 1 && points[0] && <Dot at={along(0)} down={down(points[0].value)} />}
        {point && active !== null && (
          <>
            <span className={classes.cross} style={{ insetInlineStart: `${along(active)}%` }} />
            {point.before !== undefined && <Dot at={along(active)} down={down(point.before)} isBefore />}
            <Dot at={along(active)} down={down(point.value)} />
            <div
              className={classes.readout}
              style={
                along(active) < 50
                  ? { insetInlineStart: `calc(${along(active)}% + 12px)` }
                  : { insetInlineEnd: `calc(${100 - along(active)}% + 12px)` }
              }
              aria-hidden
            >
              <span>{point.label}</span>
              <strong>{point.text}</strong>
              {point.beforeText !== undefined && (
                <span className={classes.key}>
                  <span className={classes.dash} />
                  {point.beforeText}
                </span>
              )}
            </div>
          </>
        )}
      </div>
      <div className={classes.labels} aria-hidden>
        {labelsAt(points.length, mostLabels).map((index) => (
          // The outer ones begin and end where the plot does.
          <span
            key={index}
            data-end={index > 0 && index === last ? true : undefined}
            data-between={(index > 0 && index < last) || undefined}
            style={index > 0 && index < last ? { insetInlineStart: `${along(index)}%` } : undefined}
          >
            {points[index]?.label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A point of a line, in percent of the plot. */
function Dot({ at, down, isBefore = false }: { at: number; down: number; isBefore?: boolean }) {
  return (
    <span
      className={classes.dot}
      data-before={isBefore || undefined}
      style={{ insetInlineStart: `${at}%`, insetBlockStart: `${down}%` }}
    />
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
