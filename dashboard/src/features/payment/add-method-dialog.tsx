import { Stack, Text, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { Dialog } from '@/shared/ui/dialog';
import { ForwardIcon } from '@/shared/ui/icons';
import { toast } from '@/shared/ui/toast';
import { usePaymentText } from './i18n';
import { MethodIcon } from './method-icon';
import { paymentMethods, type PaymentGateway } from './payment.api';
import classes from './payment.module.css';

/** The gateways that can be added, those that take the store's currency first; choosing one opens its form. */
export function AddMethodDialog({ gateways, onClose }: { gateways: PaymentGateway[]; onClose: () => void }) {
  const t = usePaymentText();
  const navigate = useNavigate();
  const add = useApiMutation({
    run: (provider: PaymentGateway['provider']) => paymentMethods.create({ provider }),
    invalidates: [paymentMethods.key],
    done: (method) => {
      toast.success(t('add.added'));
      onClose();
      void navigate({ to: '/payment-settings/methods/$id', params: { id: method.id } });
    },
  });
  const takesCurrency = (gateway: PaymentGateway) => gateway.regions.some((region) => region.has_store_currency);
  const sorted = gateways.toSorted((a, b) => Number(takesCurrency(b)) - Number(takesCurrency(a)));
  return (
    <Dialog title={t('add.title')} tall onClose={onClose}>
      <Text size="sm" c="dimmed" mb={12}>
        {t('add.text')}
      </Text>
      <Stack gap={8}>
        {sorted.map((gateway) => (
          <Choice
            key={gateway.provider}
            gateway={gateway}
            takesCurrency={takesCurrency(gateway)}
            isBusy={add.isPending}
            onChoose={() => add.mutate(gateway.provider)}
          />
        ))}
      </Stack>
    </Dialog>
  );
}

function Choice({
  gateway,
  takesCurrency,
  isBusy,
  onChoose,
}: {
  gateway: PaymentGateway;
  takesCurrency: boolean;
  isBusy: boolean;
  onChoose: () => void;
}) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const name = t(`kind.${gateway.provider}`);
  const currencies = [...new Set(gateway.regions.flatMap((region) => region.currencies))];
  const regions = gateway.regions.map((region) => textOf(region.name, language));
  return (
    <UnstyledButton
      className={classes.choice}
      disabled={isBusy}
      aria-label={t('add.choose', { name: `\u2068${name}\u2069` })}
      onClick={onChoose}
    >
      <span className={classes.icon}>
        <MethodIcon provider={gateway.provider} />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <Text size="xs" c="dimmed" component="span" display="block">
          {regions.join(language === 'ar' ? '، ' : ', ')}
        </Text>
        <Text size="xs" c={takesCurrency ? 'dimmed' : 'var(--tone-amber-fg)'} component="span" display="block">
          {takesCurrency ? <bdi className="num">{currencies.join(' · ')}</bdi> : t('add.noCurrency')}
        </Text>
      </span>
      <ForwardIcon />
    </UnstyledButton>
  );
}
