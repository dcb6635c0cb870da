import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { Section } from '@/shared/ui/page';
import { blank, suggested, type RuleValues, type Values } from './cod-rules.model';
import { useCodRulesText } from './i18n';
import { NoRules } from './no-rules';
import { RuleRow } from './rule-row';

/** The rules in their order, in one card. */
export function RulesSection({
  form,
  highValue,
  mayUpdate,
}: {
  form: ApiForm<Values>;
  highValue: string;
  mayUpdate: boolean;
}) {
  const t = useCodRulesText();
  const list = useRef<HTMLDivElement>(null);
  const { rules } = form.getValues();
  const add = (...added: RuleValues[]) => {
    flushSync(() => form.setFieldValue('rules', [...rules, ...added]));
    // The new rule may be out of sight, and the pressed button gone: its name takes the focus.
    list.current?.querySelectorAll<HTMLElement>('[data-rule]')[rules.length]?.querySelector('input')?.focus();
  };
  return (
    <Section
      title={t('rules')}
      actions={
        mayUpdate &&
        rules.length < 20 && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(blank())}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <div ref={list}>
        {rules.length === 0 && (
          <NoRules
            onSuggest={mayUpdate ? () => add(...suggested(highValue, [t('s1'), t('s2'), t('s3')])) : undefined}
          />
        )}
        {rules.map((rule, at) => (
          <RuleRow key={rule.key} form={form} at={at} count={rules.length} mayUpdate={mayUpdate} />
        ))}
      </div>
    </Section>
  );
}
