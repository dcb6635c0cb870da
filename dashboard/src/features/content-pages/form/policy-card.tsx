import { Button, Select } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { plainText } from '@/shared/lib/plain-text';
import { useShared } from '@/shared/i18n/use-shared';
import { Section } from '@/shared/ui/page';
import { pagesQuery, policyTextQuery, type PageView, type Policy } from '../content-pages.api';
import { policies } from '../content-pages.search';
import { useContentPageText } from '../i18n';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import { fromPolicyText } from './values';

/** Which of the store's policies the page states; a policy has one page. */
export function PolicyCard({
  form,
  base,
  onFilled,
}: {
  form: PageForm;
  base: PageView | undefined;
  /** The content was replaced by the policy's text. */
  onFilled: () => void;
}) {
  const t = usePageFormText();
  const s = useShared();
  const words = useContentPageText();
  const others = useQuery(pagesQuery).data?.data.filter((page) => page.id !== base?.id) ?? [];
  const { policy, content } = form.values;
  const isBlank = Object.values(content).every((text) => plainText(text) === '');
  const nameOf = (each: Policy, isTaken: boolean) =>
    isTaken ? t('policy.taken', { policy: words(`policy.${each}`) }) : words(`policy.${each}`);
  return (
    <Section title={t('policy')} text={t('policy.text')}>
      <Select
        label={t('policy.label')}
        placeholder={t('policy.none')}
        clearable
        clearButtonProps={{ 'aria-label': s('clear') }}
        data={policies.map((each) => {
          const isTaken = others.some((page) => page.policy === each);
          return { value: each, label: nameOf(each, isTaken), disabled: isTaken };
        })}
        {...form.getInputProps('policy')}
      />
      {policy && isBlank && <TemplateButton form={form} policy={policy} onFilled={onFilled} />}
    </Section>
  );
}

function TemplateButton({ form, policy, onFilled }: { form: PageForm; policy: Policy; onFilled: () => void }) {
  const t = usePageFormText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const fill = async () => {
    setBusy(true);
    try {
      const { title, content } = fromPolicyText(await client.fetchQuery(policyTextQuery(policy)));
      const { title: own } = form.getValues();
      form.setValues({ content, title: { ar: own.ar || title.ar, en: own.en || title.en } });
      onFilled();
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      mt={12}
      loading={isBusy}
      leftSection={<IconFileText size={15} aria-hidden />}
      onClick={() => void fill()}
    >
      {t('policy.template')}
    </Button>
  );
}
