import { Card, Stack, Switch } from '@mantine/core';
import { IconBuildingBank, IconCash, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatMoney, formatPercent } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useStoreCurrency } from '@/shared/session/session';
import { LinkButton } from '@/shared/ui/link-button';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { AccountsSection } from './accounts-section';
import { usePaymentText } from './i18n';
import { isSameName } from './payment.model';
import classes from './payment.module.css';
import { paymentMethods, paymentQuery, type PaymentMethod } from './payment.api';

const icons: Record<PaymentMethod['provider'], Icon> = { COD: IconCash, BANK: IconBuildingBank };

/** PY-01: the store's payment methods, each edited in a drawer, and the bank accounts of transfers. */
export function PaymentPage() {
  const t = usePaymentText();
  const query = useQuery(paymentQuery);
  const mayReadAccounts = useCan('read', 'BankAccount');
  return (
    <>
      <Outlet />
      <PageHeader title={t('title')} />
      <DetailPage query={query}>
        {(methods) => (
          <Stack gap={20}>
            <Card padding={0} component="ul" className={classes.methods}>
              {methods.map((method) => (
                <MethodRow key={method.id} method={method} />
              ))}
            </Card>
            {mayReadAccounts && <AccountsSection />}
          </Stack>
        )}
      </DetailPage>
    </>
  );
}

function MethodRow({ method }: { method: PaymentMethod }) {
  const t = usePaymentText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Payment');
  const MethodIcon = icons[method.provider];
  const kind = t(`kind.${method.provider}`);
  const name = textOf(method.name, language);
  const facts = [!isSameName(name, kind) && name, useFees(method), method.disable_on_first_order && t('notFirst')];
  const save = useApiMutation({
    run: (is_active: boolean) => paymentMethods.update(method.id, { is_active, version: method.version }),
    invalidates: [paymentMethods.key, ['setup-checklist']],
  });
  return (
    <li className={classes.method}>
      <span className={classes.icon}>
        <MethodIcon size={22} stroke={1.6} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{kind}</span>
        <span className={classes.facts}>
          {facts
            .filter((fact) => typeof fact === 'string')
            .map((fact) => (
              <bdi key={fact}>{fact}</bdi>
            ))}
        </span>
      </span>
      <Switch
        aria-label={t('activeOf', { name: `\u2068${kind}\u2069` })}
        checked={save.isPending ? save.variables : method.is_active}
        disabled={!mayUpdate}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
      />
      <LinkButton
        to="/payment-settings/methods/$id"
        params={{ id: method.id }}
        variant="default"
        size="sm"
        aria-label={t(mayUpdate ? 'manageOf' : 'showOf', { name: `\u2068${kind}\u2069` })}
      >
        {t(mayUpdate ? 'manage' : 'show')}
      </LinkButton>
    </li>
  );
}

/** The fees in a few words: a fixed amount, a share of the order, both, or none. */
function useFees({ fixed_fees, ratio_fees }: PaymentMethod): string {
  const t = usePaymentText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const parts = [
    Number(fixed_fees) > 0 && formatMoney(fixed_fees, currency, language),
    Number(ratio_fees) > 0 && formatPercent(Number(ratio_fees) / 100, 2),
  ].filter((part) => part !== false);
  return parts.length > 0 ? t('fees', { fees: parts.map((part) => `\u2068${part}\u2069`).join(' + ') }) : t('noFees');
}
