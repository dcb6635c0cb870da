import classes from './sparkline.module.css';

/**
 * The course of a figure as a small line without a scale: time follows the page's direction. For the eyes only: whoever
 * needs the values has the chart.
 */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(...values, 0);
  const floor = Math.min(...values, 0);
  if (values.length < 2 || top === floor) return <div className={classes.line} aria-hidden />;
  const points = values.map((value, at) => {
    const along = (at / (values.length - 1)) * 100;
    return `${along},${24 - ((value - floor) / (top - floor)) * 22 - 1}`;
  });
  return (
    <svg className={classes.line} viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
