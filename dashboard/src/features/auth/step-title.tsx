import { Text, Title } from '@mantine/core';
import { useAuthText } from './i18n';
import classes from './step-title.module.css';

const steps = [1, 2, 3, 4];

/** Heading and progress of a registration step; without `at` a heading alone. */
export function StepTitle({ at, title, text }: { at?: number; title: string; text: React.ReactNode }) {
  const t = useAuthText();
  const label = at === undefined ? '' : t('register.step', { at, of: steps.length });
  return (
    <>
      {at !== undefined && (
        <>
          <div
            className={classes.steps}
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuenow={at}
            aria-valuemax={steps.length}
          >
            {steps.map((step) => (
              <span key={step} className={classes.step} data-reached={step <= at || undefined} />
            ))}
          </div>
          <Text size="xs" c="dimmed" mb={4}>
            {label}
          </Text>
        </>
      )}
      <Title order={1}>{title}</Title>
      <Text c="dimmed" size="sm" mt={4} mb={24} component="div">
        {text}
      </Text>
    </>
  );
}
