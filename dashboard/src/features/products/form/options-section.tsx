import { Alert, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { clearUnder } from './errors-under';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';
import { OptionEditor } from './option-editor';
import { newKey } from './values';
import {
  countCombinations,
  keyOf,
  mostOptions,
  mostVariants,
  settleVariants,
  variantChange,
  type OptionKind,
  type OptionValues,
  type VariantValues,
} from './variants';

// Only for products that have variants.
const VariantsTable = lazyPart(() => import('./variants-table').then((module) => ({ default: module.VariantsTable })));

/** PR-02: a basic product, or one with options. */
export function OptionsSection({
  form,
  stored,
}: {
  form: ProductFormState;
  /** The saved variants. */
  stored: readonly { id: string | null }[];
}) {
  const t = useProductText();
  const s = useShared();
  const { product_type, options, variants } = form.values;
  const [tooMany, setTooMany] = useState<number | null>(null);
  // Variants removed on this page, in case their value is typed again.
  const removed = useRef(new Map<string, VariantValues>());
  const multi = product_type === 'multi';
  const difference = variantChange(stored, variants);
  const hasChange = stored.length > 0 && difference.added + difference.removed > 0;

  const setOptions = (next: OptionValues[]) => {
    const count = countCombinations(next);
    if (count > mostVariants) {
      setTooMany(count);
      return;
    }
    setTooMany(null);
    for (const variant of variants) removed.current.set(keyOf(variant.values), variant);
    // An option without values is still being written: it is ignored, so that it adds and removes no variants.
    const full = (list: OptionValues[]) => list.filter((option) => option.values.length > 0);
    const settled = settleVariants(full(options), full(next), variants, [...removed.current.values()]);
    clearUnder(form, 'options');
    clearUnder(form, 'variants');
    form.setFieldValue('variants', settled);
    form.setFieldValue('options', next);
  };
  const change = (key: string, change: Partial<OptionValues>) =>
    setOptions(options.map((option) => (option.key === key ? { ...option, ...change } : option)));
  /** Renaming changes no variant. */
  const rename = (index: number, part: Partial<OptionValues>) => {
    form.clearFieldError(`options.${index}.name`);
    form.setFieldValue(
      'options',
      options.map((option, place) => (place === index ? { ...option, ...part } : option)),
    );
  };
  const add = () => {
    const used = new Set(options.map((option) => option.kind));
    const kind: OptionKind = used.has('color') ? (used.has('size') ? 'custom' : 'size') : 'color';
    form.clearFieldError('options');
    form.setFieldValue('options', [
      ...options,
      { key: newKey(), kind, name: '', values: [], colors: {}, name_texts: { ar: '', en: '' }, value_texts: {} },
    ]);
  };

  return (
    <Section title={t('options.title')}>
      <Radio.Group
        aria-label={t('options.type')}
        value={product_type}
        onChange={(type) => {
          form.setFieldValue('product_type', type === 'multi' ? 'multi' : 'basic');
          if (type === 'multi' && options.length === 0) add();
        }}
      >
        <div className={classes.types}>
          {(['basic', 'multi'] as const).map((type) => (
            <Radio.Card key={type} value={type} className={classes.type} data-path={`product_type.${type}`}>
              <Radio.Indicator mt={2} />
              <div>
                <Text size="sm" fw={500}>
                  {t(`type.${type}`)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`type.${type}Text`)}
                </Text>
              </div>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {!multi && variants.length > 0 && (
        <Alert color="yellow" mt={14}>
          {t('options.lost', { count: variants.length })}
        </Alert>
      )}
      {multi && (
        <Stack gap={12} mt={16} data-path="options">
          {options.map((option, index) => (
            <OptionEditor
              key={option.key}
              form={form}
              option={option}
              index={index}
              onRename={(part) => rename(index, part)}
              onValues={(values) => change(option.key, { values })}
              onRemove={() => setOptions(options.filter((other) => other.key !== option.key))}
            />
          ))}
          {hasChange && (
            <Alert color={difference.removed > 0 ? 'yellow' : 'blue'} data-change="">
              {t('options.change')}{' '}
              {[
                difference.kept > 0 && t('options.kept', { count: difference.kept }),
                difference.added > 0 && t('options.added', { count: difference.added }),
                difference.removed > 0 && t('options.removed', { count: difference.removed }),
              ]
                .filter(Boolean)
                .join(s('list.and'))}
            </Alert>
          )}
          {tooMany !== null && (
            <Alert color="red" role="alert">
              {t('options.tooMany', { number: tooMany, most: mostVariants })}
            </Alert>
          )}
          {form.errors.options && (
            <Text size="sm" c="red" role="alert">
              {form.errors.options}
            </Text>
          )}
          <Group>
            {options.length < mostOptions && (
              <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
                {t(options.length === 0 ? 'options.add' : 'options.addMore')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
      {multi && (variants.length > 0 || countCombinations(options) > 0) && (
        <Suspense fallback={<Skeleton height={240} mt={16} />}>
          <VariantsTable form={form} />
        </Suspense>
      )}
    </Section>
  );
}
