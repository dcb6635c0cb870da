import { Button, SimpleGrid, Skeleton } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { currencyOf } from '@/shared/i18n/currency';
import { formatPercent } from '@/shared/i18n/format';
import { useStoreCurrency } from '@/shared/session/session';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { otherAmounts, useAmountName } from './amounts';
import classes from './form.module.css';
import { margin, paidPrice, saleRatio } from './margin';
import type { ProductFormState } from './product-form';

// The calendar loads only for a scheduled sale.
const SaleDates = lazyPart(() => import('./sale-dates').then((module) => ({ default: module.SaleDates })));

export function PricingSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const nameOf = useAmountName();
  const { digits } = currencyOf(useStoreCurrency());
  const { regular_price, sale_price, cost_price, sale_from, sale_until, product_type } = form.values;
  const [planned, setPlanned] = useState(false);
  const dated = planned || Boolean(sale_from || sale_until);
  const profit = margin(paidPrice(regular_price, sale_price), cost_price, digits);
  const off = saleRatio(regular_price, sale_price, digits);
  const multi = product_type === 'multi';
  return (
    <Section title={t('price.title')} text={multi ? t('price.multi') : undefined}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={16}>
        <MoneyField
          label={nameOf('regular_price')}
          withAsterisk={!multi}
          {...form.getInputProps('regular_price')}
          value={form.values.regular_price}
        />
        <MoneyField label={nameOf('sale_price')} {...form.getInputProps('sale_price')} value={sale_price} />
        {otherAmounts.map((key) => (
          <MoneyField key={key} label={nameOf(key)} {...form.getInputProps(key)} value={form.values[key]} />
        ))}
      </SimpleGrid>
      {(profit || off !== null) && (
        <div className={classes.facts} aria-live="polite">
          {off !== null && (
            <span>
              {t('price.off')} <span className="num">{formatPercent(off)}</span>
            </span>
          )}
          {profit && (
            <>
              <span className={profit.profit.startsWith('-') ? classes.bad : undefined}>
                {t('price.profit')} <Money amount={profit.profit} />
              </span>
              <span className={profit.profit.startsWith('-') ? classes.bad : classes.good}>
                {t('price.margin')} <span className="num">{formatPercent(profit.ratio)}</span>
              </span>
            </>
          )}
        </div>
      )}
      {dated ? (
        <Suspense fallback={<Skeleton height={60} mt={16} />}>
          <SaleDates form={form} />
        </Suspense>
      ) : (
        sale_price !== '' && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={12}
            leftSection={<IconCalendarPlus size={16} aria-hidden />}
            onClick={() => setPlanned(true)}
          >
            {t('price.plan')}
          </Button>
        )
      )}
    </Section>
  );
}
