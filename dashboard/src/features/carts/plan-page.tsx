import { Alert, Button, Group, Select, Stack, Switch } from '@mantine/core';
import { IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NumberField } from '@/shared/forms/number-field';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatClock } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useCan } from '@/shared/session/session';
import { DetailPage, PageHeader, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useShared } from '@/shared/i18n/use-shared';
import { carts, planQuery, savePlan, type ReminderPlan, type ReminderPlanIn } from './carts.api';
import { useCartText } from './i18n';
import { PlanMessage } from './plan-message';

const maxMessages = 5;
const words = '{{customer_name}} {{store_name}} {{cart_link}}';
const code = '{{coupon_code}}';
const hours = Array.from({ length: 48 }, (_, half) => half * 30);

/** CA-03: the automatic reminder plan. */
export function PlanPage() {
  const t = useCartText();
  const query = useQuery(planQuery);
  return (
    <div style={{ maxInlineSize: 760 }}>
      <PageHeader
        title={t('planTitle')}
        subtitle={t('planText')}
        back={{ to: '/carts/$step', params: { step: 'contact' } }}
      />
      <DetailPage query={query}>{(plan) => <Plan key={plan.version} plan={plan} />}</DetailPage>
    </div>
  );
}

function Plan({ plan }: { plan: ReminderPlan }) {
  const t = useCartText();
  const s = useShared();
  const { language } = useLanguage();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Cart');
  const save = useApiMutation({
    run: (body: ReminderPlanIn) => savePlan(body),
    invalidates: [planQuery.queryKey, carts.key],
  });
  const form = useApiForm<ReminderPlanIn>({
    initialValues: {
      ...plan,
      messages: plan.messages.map((message) => ({
        ...message,
        subject: { ar: message.subject?.ar ?? '', en: message.subject?.en ?? '' },
        body: { ar: message.body.ar ?? '', en: message.body.en ?? '' },
      })),
    },
  });
  const { messages, is_active: isActive } = form.getValues();
  const times = (minute: number) =>
    [...new Set([...hours, minute])]
      .toSorted((a, b) => a - b)
      .map((at) => ({ value: String(at), label: formatClock(at, language) }));
  const time = (name: 'quiet_from' | 'quiet_to', label: string) => (
    <Select
      label={label}
      w={130}
      allowDeselect={false}
      data={times(form.getValues()[name])}
      value={String(form.getValues()[name])}
      data-path={name}
      error={form.errors[name]}
      onChange={(value) => form.setFieldValue(name, Number(value))}
    />
  );
  return (
    <Form
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onSaved={() => toast.success(s('saved'))}
      label={t('planTitle')}
    >
      <Stack gap={20}>
        <FormDraft form={form} of="cart-plan" />
        {form.stale && (
          <Alert color="yellow" title={t('planStale')} role="alert">
            <Button
              variant="default"
              size="xs"
              onClick={() => void client.invalidateQueries({ queryKey: planQuery.queryKey })}
            >
              {t('planReload')}
            </Button>
          </Alert>
        )}
        <Alert color="gray" icon={<IconInfoCircle size={18} />}>
          {t('noProvider')}
        </Alert>
        <Section>
          <Switch
            label={t('planOn')}
            description={t('planOnText')}
            checked={isActive}
            disabled={!mayUpdate}
            onChange={(event) => form.setFieldValue('is_active', event.currentTarget.checked)}
          />
        </Section>
        <Section
          title={t('planMessages')}
          text={`${t('words', { words: `\u2066${words}\u2069` })} ${t('wordsCoupon', { code: `\u2066${code}\u2069` })}`}
        >
          <Stack gap={24}>
            {messages.map((_, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- messages are known by their place
              <PlanMessage key={index} form={form} index={index} mayUpdate={mayUpdate} />
            ))}
            {messages.length < maxMessages && mayUpdate && (
              <Button
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() =>
                  form.insertListItem('messages', {
                    delay_minutes: Math.min((messages.at(-1)?.delay_minutes ?? 0) + 1440, 10080),
                    channel: 'sms',
                    subject: { ar: '', en: '' },
                    body: { ar: '', en: '' },
                  })
                }
              >
                {t('planAdd')}
              </Button>
            )}
          </Stack>
        </Section>
        <Section title={t('planQuiet')} text={`${t('planQuietText')} ${t('planNoQuiet')}`}>
          <Group gap={12}>
            {time('quiet_from', t('planFrom'))}
            {time('quiet_to', t('planTo'))}
          </Group>
        </Section>
        <Section title={t('planCap')}>
          <Group gap={12} align="flex-start">
            {(['cap', 'cap_days'] as const).map((name) => (
              <NumberField
                key={name}
                label={t(name === 'cap' ? 'planCapCount' : 'planCapDays')}
                min={1}
                max={name === 'cap' ? 20 : 90}
                w={180}
                value={form.getValues()[name]}
                data-path={name}
                error={form.errors[name]}
                onChange={(value) => form.setFieldValue(name, value ?? 0)}
              />
            ))}
          </Group>
        </Section>
      </Stack>
      {mayUpdate && (
        <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={() => form.discard()}>
          <Button type="submit" loading={form.busy}>
            {t('planSave')}
          </Button>
        </SaveBar>
      )}
    </Form>
  );
}
