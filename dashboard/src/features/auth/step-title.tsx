import { Progress, Text, Title } from '@mantine/core';
import { useAuthText } from './i18n';

const steps = 4;

/** Heading and progress of a registration step; without `at` a heading alone. */
export function StepTitle({ at, title, text }: { at?: number; title: string; text: React.ReactNode }) {
  const t = useAuthText();
  const label = at === undefined ? '' : t('register.step', { at, of: steps });
  return (
    <>
      {at !== undefined && (
        <>
          <Progress value={(at / steps) * 100} size={4} mb={24} aria-label={label} />
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
