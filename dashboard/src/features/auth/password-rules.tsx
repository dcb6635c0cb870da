import { Group, Text } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useAuthText } from './i18n';

const rules = [
  ['password.long', (p: string) => [...p].length >= 8],
  ['password.lower', (p: string) => /[a-z]/.test(p)],
  ['password.upper', (p: string) => /[A-Z]/.test(p)],
  ['password.digit', (p: string) => /[0-9]/.test(p)],
  ['password.special', (p: string) => /[!@#$%&*()]/.test(p)],
] as const;

/** What a strong password still lacks (core 5), ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  const t = useAuthText();
  return (
    <Group gap="4px 16px" aria-live="polite">
      {rules.map(([key, holds]) => {
        const isMet = holds(password);
        return (
          <Group key={key} gap={4} wrap="nowrap">
            {isMet ? (
              <IconCheck size={14} color="var(--mantine-color-green-text)" aria-hidden />
            ) : (
              <IconPoint size={14} aria-hidden />
            )}
            <Text size="xs" c={isMet ? undefined : 'dimmed'}>
              {t(key)}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}
