import { Button, Checkbox, Container, Radio, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Form } from '@/shared/forms/form';
import { LtrField } from '@/shared/forms/ltr-field';
import { url } from '@/shared/forms/rules';
import { useApiForm } from '@/shared/forms/use-api-form';
import { enterStore } from '@/shared/session/session';
import { useOnboardingText } from './i18n';
import { answer, type Answers } from './onboarding.api';
import classes from './ready-page.module.css';

const businesses = ['retail', 'drop_shipping', 'affiliate'] as const;
const languages = ['ar', 'en', 'both'] as const;

/** AU-04: the questionnaire after provisioning; answering it opens the dashboard. */
export function ReadyPage() {
  const t = useOnboardingText();
  const navigate = useNavigate();
  const form = useApiForm<Answers>({
    initialValues: {
      business_type: 'retail',
      store_languages: 'both',
      has_ecommerce_experience: false,
      has_previous_online_store: false,
      previous_online_store_url: '',
      want_to_migrate: false,
    },
    validate: {
      previous_online_store_url: (value, values) => (values.has_previous_online_store ? url()(value) : null),
    },
  });
  const { has_previous_online_store: hasPrevious } = form.values;
  const save = async (values: Answers) => {
    const moves = values.has_previous_online_store && values.want_to_migrate;
    const store = await answer({
      ...values,
      previous_online_store_url: values.has_previous_online_store ? values.previous_online_store_url || null : null,
      want_to_migrate: moves,
    });
    enterStore(store);
    await navigate({ to: moves ? '/products/import' : '/', replace: true });
  };
  return (
    <Container size={720} py={{ base: 24, sm: 56 }} w="100%">
      <Title order={1}>{t('title')}</Title>
      <Text c="dimmed" mt={4} mb={32}>
        {t('text')}
      </Text>
      <Form form={form} onSave={save} guard={false} label={t('title')}>
        <Stack gap={28}>
          <Radio.Group label={t('business')} {...form.getInputProps('business_type')}>
            <SimpleGrid cols={{ base: 1, xs: 3 }} mt={8} spacing={12}>
              {businesses.map((value) => (
                <Radio.Card key={value} value={value} className={classes.card} radius="lg">
                  <Radio.Indicator className={classes.dot} />
                  <div>
                    <Text fw={600}>{t(`business.${value}`)}</Text>
                    <Text size="xs" c="dimmed">
                      {t(`business.${value}Text`)}
                    </Text>
                  </div>
                </Radio.Card>
              ))}
            </SimpleGrid>
          </Radio.Group>
          <Radio.Group label={t('languages')} {...form.getInputProps('store_languages')}>
            <SimpleGrid cols={{ base: 1, xs: 3 }} mt={8} spacing={12}>
              {languages.map((value) => (
                <Radio.Card key={value} value={value} className={classes.card} radius="lg">
                  <Radio.Indicator className={classes.dot} />
                  <Text fw={600}>{t(`languages.${value}`)}</Text>
                </Radio.Card>
              ))}
            </SimpleGrid>
          </Radio.Group>
          <Switch label={t('experience')} {...form.getInputProps('has_ecommerce_experience', { type: 'checkbox' })} />
          <Switch label={t('previous')} {...form.getInputProps('has_previous_online_store', { type: 'checkbox' })} />
          {hasPrevious && (
            <Stack gap={16}>
              <LtrField
                label={t('previousUrl')}
                type="url"
                inputMode="url"
                placeholder="https://"
                {...form.getInputProps('previous_online_store_url')}
              />
              <Checkbox
                label={t('migrate')}
                description={t('migrateText')}
                {...form.getInputProps('want_to_migrate', { type: 'checkbox' })}
              />
            </Stack>
          )}
          <Button type="submit" size="md" loading={form.busy} className={classes.submit}>
            {t('submit')}
          </Button>
        </Stack>
      </Form>
    </Container>
  );
}
