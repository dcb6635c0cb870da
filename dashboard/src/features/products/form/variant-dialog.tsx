import { Button, Drawer, Group, Input, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { DecimalInput } from '@/shared/forms/decimal-input';
import { focusInvalidField } from '@/shared/forms/invalid-field';
import { LtrField } from '@/shared/forms/ltr-field';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useShared } from '@/shared/i18n/use-shared';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useProductText } from '../i18n';
import { otherAmounts, useAmountName } from './amounts';
import { clearUnder } from './errors-under';
import type { ProductFormState } from './product-form';
import type { ChangeVariant } from './variants-table';
import classes from './variants.module.css';
import type { VariantValues } from './variants';
import { weightBounds } from './weight';

/** All fields of one variant; on phones the only place to edit it. Input is written into the form at once. */
export function VariantDialog({
  form,
  index,
  variant,
  errors,
  onChange,
  onClose,
}: {
  form: ProductFormState;
  index: number;
  variant: VariantValues;
  errors: Record<string, ReactNode>;
  onChange: ChangeVariant;
  onClose: () => void;
}) {
  const t = useProductText();
  const s = useShared();
  const nameOf = useAmountName();
  const phone = usePhoneScreen();
  const { images, weight_unit, regular_price, sale_price, weight_amount, requires_shipping } = form.values;
  const path = `variants.${index}`;
  const bind = <Field extends keyof VariantValues>(field: Field) => ({
    value: variant[field],
    error: errors[field],
    onChange: (value: VariantValues[Field]) => onChange(index, { [field]: value }),
    'data-path': `${path}.${field}`,
  });
  const text = (field: 'sku' | 'barcode') => ({
    ...bind(field),
    onChange: (event: { currentTarget: { value: string } }) => onChange(index, { [field]: event.currentTarget.value }),
  });
  const fields = useRef<HTMLDivElement>(null);
  // Unparsable input is in no form value: it would be lost with the field.
  const close = () => {
    if (!focusInvalidField(fields.current)) onClose();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={phone ? '100%' : 460}
      title={
        <Text fw={600} fz={17}>
          <bdi>{variant.values.join(' / ')}</bdi>
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <Stack gap={18} ref={fields}>
        <Input.Wrapper label={t('variants.image')} labelElement="div" error={errors.image_id}>
          {images.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('variants.noImages')}
            </Text>
          ) : (
            <div className={classes.choices}>
              <button
                type="button"
                className={classes.choice}
                aria-pressed={variant.image_id === null}
                onClick={() => onChange(index, { image_id: null })}
              >
                {t('variants.noImage')}
              </button>
              {images.map((image, place) => (
                <button
                  key={image.id}
                  type="button"
                  className={classes.choice}
                  aria-pressed={variant.image_id === image.id}
                  aria-label={t('variants.imageAt', { place: place + 1 })}
                  onClick={() => onChange(index, { image_id: image.id })}
                >
                  <img src={image.url} alt="" />
                </button>
              ))}
            </div>
          )}
        </Input.Wrapper>
        <SimpleGrid cols={2} spacing={12}>
          <MoneyField label={nameOf('regular_price')} placeholder={regular_price} {...bind('regular_price')} />
          <MoneyField
            label={nameOf('sale_price')}
            // A variant with its own price does not take the product's sale price.
            placeholder={variant.regular_price === '' ? sale_price : undefined}
            {...bind('sale_price')}
          />
          {otherAmounts.map((key) => (
            <MoneyField key={key} label={nameOf(key)} placeholder={form.values[key]} {...bind(key)} />
          ))}
          {requires_shipping && (
            <DecimalInput
              label={`${t('shipping.weight')} (${t(`shipping.${weight_unit}`)})`}
              placeholder={weight_amount}
              {...weightBounds(weight_unit)}
              {...bind('weight_amount')}
            />
          )}
          <LtrField label={t('stock.sku')} maxLength={100} {...text('sku')} />
          <LtrField label={t('stock.barcode')} maxLength={100} {...text('barcode')} />
        </SimpleGrid>
        <Switch
          label={t('stock.unlimitedSwitch')}
          checked={variant.has_unlimited_qty}
          onChange={(event) => onChange(index, { has_unlimited_qty: event.currentTarget.checked })}
        />
        {!variant.has_unlimited_qty && (
          <NumberField label={t('stock.qty')} min={0} max={1_000_000_000} {...bind('qty')} />
        )}
        <Switch
          label={t('variants.active')}
          description={t('variants.activeText')}
          checked={variant.is_active}
          onChange={(event) => onChange(index, { is_active: event.currentTarget.checked })}
        />
        <Group justify="space-between" mt={8}>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              clearUnder(form, 'variants');
              form.setFieldValue(
                'variants',
                form.values.variants.filter((_, place) => place !== index),
              );
              onClose();
            }}
          >
            {t('variants.remove')}
          </Button>
          <Button onClick={close}>{t('done')}</Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
