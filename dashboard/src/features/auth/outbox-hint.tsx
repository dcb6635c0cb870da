import { Alert, Anchor } from '@mantine/core';
import { rich } from '@/shared/i18n/catalogue';

/** Explains that messages wait in the outbox without a provider; `children` holds `<link>`. */
export function OutboxHint({ children }: { children: string }) {
  return (
    <Alert color="lapis" variant="light">
      {rich(children, {
        link: (text) => (
          <Anchor href="/dev/outbox" target="_blank" inherit underline="always">
            {text}
          </Anchor>
        ),
      })}
    </Alert>
  );
}
