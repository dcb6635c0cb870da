import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { TemplateSelect } from '@/modules/page-template/template-select';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import type { PageStatus, PageView } from '../content-pages.api';
import { pageStatuses } from '../content-pages.model';
import { useContentPageText } from '../i18n';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';

// Loads the calendar with it: only for scheduled pages.
const PublishTime = lazyPart(() => import('./publish-time'));

/** Whether shoppers see the page, or from when on, and in which template. */
export function StatusCard({ form, base }: { form: PageForm; base: PageView | undefined }) {
  const t = usePageFormText();
  const words = useContentPageText();
  const { status } = form.values;
  return (
    <Section title={t('status')}>
      <Stack gap={14}>
        <Radio.Group
          // The group's accessible name: Mantine sets `aria-label` on the wrapper, where it is not read.
          label={t('status')}
          labelProps={{ className: 'unseen' }}
          value={status}
          error={form.errors.status}
          onChange={(next) => {
            form.clearFieldError('publish_at');
            form.setFieldValue('status', next as PageStatus);
          }}
        >
          <Stack gap={10} data-path="status">
            {pageStatuses.map((each) => (
              <Radio key={each} value={each} label={words(`status.${each}`)} description={t(`is.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {status === 'scheduled' && (
          <Suspense fallback={<Skeleton height={80} />}>
            <PublishTime form={form} />
          </Suspense>
        )}
        <TemplateSelect of="page" {...form.getInputProps('template')} />
        {base && (
          <Text size="xs" c="dimmed" component="div">
            {t('updated')} <Time value={base.updated_at} relative />
          </Text>
        )}
      </Stack>
    </Section>
  );
}
