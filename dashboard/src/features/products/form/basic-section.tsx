import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import { TranslatedField } from '@/shared/forms/translated-field';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { PartSkeleton } from './card-skeleton';
import { MemoSection } from './memo-section';
import type { ProductFormState } from './product-form';

// Brings the sorting by dragging with it: the name can be written meanwhile.
const Pictures = lazyPart(() => import('./pictures').then((module) => ({ default: module.Pictures })));

/** The name and the pictures: what shoppers see first. */
export function BasicSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  return (
    <Section>
      <Stack gap={14}>
        <TranslatedField form={form} name="name" label={t('basic.name')} required maxLength={200} />
        <Suspense fallback={<PartSkeleton height={138} />}>
          <MemoSection form={form} shows={['images']}>
            <Pictures form={form} />
          </MemoSection>
        </Suspense>
      </Stack>
    </Section>
  );
}
