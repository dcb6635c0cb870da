import { Input, Pill } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProductSearch } from '@/modules/products/product-search';
import type { Schema } from '@/shared/api/wire-schema';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useStoreCurrency } from '@/shared/session/session';
import classes from './product-picker.module.css';
import { useGoodsText } from './i18n';

/** A selected product with its name. */
export interface Chosen {
  id: string;
  name: Schema<'Texts'>;
}

interface Props {
  value: readonly Chosen[];
  onChange: (value: Chosen[]) => void;
  /** Maximum of selected products. */
  max: number;
  label?: string;
  description?: string;
  error?: ReactNode;
  /** Path of the field, for the server's errors. */
  path?: string;
}

/** The selected products, each removable, and the search for another. */
export default function ChosenProducts({ value: chosen, onChange, max, label, description, error, path }: Props) {
  const t = useGoodsText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      {chosen.length > 0 && (
        <div className={classes.chosen}>
          {chosen.map(({ id, name }) => {
            const text = textOf(name, language) || t('products.deleted');
            return (
              <Pill
                key={id}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': t('products.remove', { name: `\u2068${text}\u2069` }),
                  'aria-hidden': false,
                  tabIndex: 0,
                }}
                onRemove={() => onChange(chosen.filter((each) => each.id !== id))}
              >
                {text}
              </Pill>
            );
          })}
        </div>
      )}
      {chosen.length < max ? (
        <ProductSearch
          data-path={path}
          label={t('products.search')}
          without={new Set(chosen.map(({ id }) => id))}
          detail={(row) => formatMoney(row.price, currency, language)}
          onPick={(row) => onChange([...chosen, { id: row.id, name: row.name }])}
        />
      ) : (
        <Input.Description>{t('products.full', { count: max })}</Input.Description>
      )}
    </Input.Wrapper>
  );
}
