import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { cartsOfQuery } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

const steps = ['products', 'contact', 'shipping_address', 'shipping_method', 'payment'] as const;

/** Carts of the customer's number that have not become orders; nothing where there are none. */
export function CustomerCarts({ id }: { id: string }) {
  const t = useCustomerText();
  const carts = useQuery(cartsOfQuery(id)).data;
  if (!carts || carts.length === 0) return null;
  return (
    <Section title={t('carts')}>
      <ul className={classes.rows}>
        {carts.map((cart) => {
          const step = steps.find((candidate) => candidate === cart.step);
          return (
            <li key={cart.id} className={classes.row}>
              <div>
                <Text size="sm" fw={500} component="div">
                  {t('pieces', { count: cart.items_count })}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  <Time value={cart.active_at} relative />
                </Text>
              </div>
              <Group gap={12} wrap="nowrap">
                {step && <StatusBadge tone="gray">{t(`step.${step}`)}</StatusBadge>}
                <Money amount={cart.amount} fw={600} />
              </Group>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
