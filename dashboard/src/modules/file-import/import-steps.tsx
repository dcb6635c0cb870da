import classes from './file-import.module.css';

/** The steps of an import, the current one marked; `at` counts from 0, and one beyond the last is done. */
export function ImportSteps({ label, steps, at }: { label: string; steps: readonly string[]; at: number }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        return (
          <li
            key={step}
            className={classes.step}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="num">{index + 1}</span>
            {step}
          </li>
        );
      })}
    </ol>
  );
}
