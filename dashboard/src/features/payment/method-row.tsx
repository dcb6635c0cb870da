import { ActionIcon, Switch } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { countryName } from '@/modules/address/address';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { HandleProps } from '@/shared/dnd/sortable';
import { formatMoney, formatPercent } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { LinkButton } from '@/shared/ui/link-button';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePaymentText } from './i18n';
import { MethodIcon } from './method-icon';
import { paymentMethods, type PaymentMethod } from './payment.api';
import { connectionState, isSameName, limitsOf } from './payment.model';
import classes from './payment.module.css';

const isolated = (text: string) => `\u2068${text}\u2069`;

/** A payment method of the list: what it is, what it costs, whether it is offered, and how its gateway is reached. */
export function MethodRow({ method, handle }: { method: PaymentMethod; handle?: HandleProps }) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Payment');
  const kind = t(`kind.${method.provider}`);
  const name = textOf(method.name, language);
  // A store may have several methods of one gateway: their names tell them apart.
  const [title, other] = method.connection ? [name, kind] : [kind, name];
  const facts = [!isSameName(name, kind) && other, ...useFacts(method)];
  return (
    <div className={classes.method}>
      {handle && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('move', { name: isolated(title) })} {...handle}>
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      )}
      <span className={classes.icon}>
        <MethodIcon provider={method.provider} />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>
          <bdi>{title}</bdi>
          {method.connection && <ConnectionBadge connection={method.connection} />}
        </span>
        <span className={classes.facts}>
          {facts
            .filter((fact) => typeof fact === 'string')
            .map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
        </span>
      </span>
      <span className={classes.acts}>
        <ActiveSwitch method={method} name={title} />
        <LinkButton
          to="/payment-settings/methods/$id"
          params={{ id: method.id }}
          variant="default"
          size="sm"
          aria-label={t(mayUpdate ? 'manageOf' : 'showOf', { name: isolated(title) })}
        >
          {t(mayUpdate ? 'manage' : 'show')}
        </LinkButton>
      </span>
    </div>
  );
}

/** How a gateway is reached, in a few words. */
export function ConnectionBadge({ connection }: { connection: NonNullable<PaymentMethod['connection']> }) {
  const t = usePaymentText();
  const { word, tone } = connectionState(connection);
  return <StatusBadge tone={tone}>{t(`state.${word}`)}</StatusBadge>;
}

function ActiveSwitch({ method, name }: { method: PaymentMethod; name: string }) {
  const t = usePaymentText();
  const navigate = useNavigate();
  const mayUpdate = useCan('update', 'Payment');
  const save = useApiMutation({
    run: (is_active: boolean) => paymentMethods.update(method.id, { is_active, version: method.version }),
    invalidates: [paymentMethods.key, ['setup-checklist']],
  });
  return (
    <Switch
      aria-label={t('activeOf', { name: isolated(name) })}
      checked={save.isPending ? save.variables : method.is_active}
      disabled={!mayUpdate}
      onChange={(event) => {
        // Turning on a gateway without credentials opens the form that asks for them.
        if (event.currentTarget.checked && method.connection?.is_complete === false)
          void navigate({ to: '/payment-settings/methods/$id', params: { id: method.id } });
        else save.mutate(event.currentTarget.checked);
      }}
    />
  );
}

/** Fees, limits and countries in a few words each. */
function useFacts(method: PaymentMethod): (string | false)[] {
  const t = usePaymentText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const money = (amount: string | null) => isolated(formatMoney(amount ?? '0', currency, language));
  const fees = [
    Number(method.fixed_fees) > 0 && money(method.fixed_fees),
    Number(method.ratio_fees) > 0 && isolated(formatPercent(Number(method.ratio_fees) / 100, 2)),
  ].filter((part) => part !== false);
  const limits = limitsOf(method);
  const [amount, min, max] = [
    money(method.min_amount ?? method.max_amount),
    money(method.min_amount),
    money(method.max_amount),
  ];
  const countries = method.countries.slice(0, 3).map((code) => countryName(code, language));
  const more = method.countries.length - countries.length;
  return [
    fees.length > 0 ? t('fees', { fees: fees.join(' + ') }) : t('noFees'),
    limits !== null && t(limits.word, { amount, min, max }),
    countries.length > 0 && `${countries.join(language === 'ar' ? '، ' : ', ')}${more > 0 ? ` +${more}` : ''}`,
    method.disable_on_first_order && t('notFirst'),
  ];
}
