import { Text } from '@mantine/core';
import { formatMoney, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useStoreCurrency } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import type { CodPreview } from './cod-rules.api';
import { useCodRulesText } from './i18n';
import classes from './preview.module.css';

const endings = ['delivered', 'refused', 'cancelled', 'returned', 'open'] as const;

/** What the rules would have decided for the orders of the last months, and the outcomes of those orders. */
export function PreviewTable({ preview }: { preview: CodPreview }) {
  const t = useCodRulesText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  if (preview.orders === 0) return <Text size="sm">{t('previewEmpty')}</Text>;
  return (
    <>
      <Text size="sm" mb={10}>
        {t('previewOf', { count: preview.orders, value: formatMoney(preview.value, currency, language) })}
        {preview.is_capped && ` · ${t('capped')}`}
      </Text>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('col.action')}</th>
              <th scope="col" className={classes.n}>
                {t('col.orders')}
              </th>
              <th scope="col" className={classes.n}>
                {t('col.value')}
              </th>
              {endings.map((ending) => (
                <th key={ending} scope="col" className={classes.n}>
                  {t(`col.${ending}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.actions.map((row) => (
              <tr key={row.action} data-action={row.action}>
                <td>
                  {t(`action.${row.action}`)}
                  {row.deposits && row.orders > 0 && (
                    <Text size="xs" c="dimmed">
                      {t('previewDeposits', { amount: formatMoney(row.deposits, currency, language) })}
                    </Text>
                  )}
                </td>
                <td className={classes.n}>{formatNumber(row.orders)}</td>
                <td className={classes.n}>
                  <Money amount={row.value} />
                </td>
                {endings.map((ending) => (
                  <td key={ending} className={classes.n}>
                    {formatNumber(row[ending])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
