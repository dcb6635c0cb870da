import { ActionIcon, Button, Group, Select, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { Sortable } from '@/shared/dnd/sortable';
import { useFormLanguage } from '@/shared/forms/form-language';
import { languageNames } from '@/shared/i18n/language';
import { getSession, storeLanguages } from '@/shared/session/session';
import { useProductText } from '../i18n';
import type { FieldType } from '../products.api';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';
import { newKey } from './values';

const maxFields = 20;
const types: readonly FieldType[] = ['text', 'number', 'choice', 'date', 'file'];

/** PR-06: the fields that the shopper fills in before adding the product to the cart. */
export function FieldsSection({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const fields = form.values.dynamic_fields;
  const language = useFormLanguage()?.language ?? storeLanguages(getSession())[0] ?? 'ar';
  const items = fields.map((field, index) => ({ id: field.key, index }));
  const add = () =>
    form.setFieldValue('dynamic_fields', [
      ...fields,
      { key: newKey(), field_label: { ar: '', en: '' }, field_type: 'text', field_required: false, choices: [] },
    ]);
  return (
    <>
      <Text size="sm" c="dimmed" mb={14}>
        {t('fields.text')}
      </Text>
      <div data-path="dynamic_fields">
        {fields.length > 0 && (
          <Sortable
            items={items}
            onSort={(order) => {
              clearUnder(form, 'dynamic_fields');
              form.setFieldValue(
                'dynamic_fields',
                order.flatMap(({ index }) => fields[index] ?? []),
              );
            }}
          >
            {({ index }, handle) => {
              const field = fields[index];
              if (!field) return null;
              const path = `dynamic_fields.${index}` as const;
              return (
                <div className={classes.fieldRow} style={{ marginBlockEnd: 12 }}>
                  <Group justify="space-between" mb={8} wrap="nowrap">
                    <Group gap={4} wrap="nowrap">
                      {fields.length > 1 && (
                        <ActionIcon
                          aria-label={t('fields.move', { place: index + 1 })}
                          style={{ cursor: 'grab', touchAction: 'none' }}
                          {...handle}
                        >
                          <IconGripVertical size={16} />
                        </ActionIcon>
                      )}
                      <Text size="sm" fw={500}>
                        {t('fields.one', { place: index + 1 })}
                      </Text>
                    </Group>
                    <ActionIcon
                      color="red"
                      aria-label={t('fields.remove', { place: index + 1 })}
                      onClick={() => {
                        clearUnder(form, 'dynamic_fields');
                        form.setFieldValue(
                          'dynamic_fields',
                          fields.filter((candidate) => candidate.key !== field.key),
                        );
                      }}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </Group>
                  <Stack gap={12}>
                    <div data-translated={`${path}.field_label`}>
                      <TextInput
                        key={language}
                        label={t('fields.label', { language: languageNames[language] })}
                        lang={language}
                        dir={language === 'ar' ? 'rtl' : 'ltr'}
                        styles={{ label: { direction: 'inherit' } }}
                        maxLength={120}
                        {...form.getInputProps(`${path}.field_label.${language}`)}
                      />
                    </div>
                    <Group gap={16} align="end">
                      <Select
                        label={t('fields.type')}
                        w={200}
                        allowDeselect={false}
                        data={types.map((value) => ({ value, label: t(`fields.type.${value}`) }))}
                        {...form.getInputProps(`${path}.field_type`)}
                      />
                      <Switch
                        mb={8}
                        label={t('fields.required')}
                        {...form.getInputProps(`${path}.field_required`, { type: 'checkbox' })}
                      />
                    </Group>
                    {field.field_type === 'file' && (
                      <Text size="xs" c="dimmed">
                        {t('fields.fileText')}
                      </Text>
                    )}
                    {field.field_type === 'choice' && (
                      <div data-translated={`${path}.choices`}>
                        <TagsInput
                          label={t('fields.choices')}
                          placeholder={t('fields.choicesPlaceholder')}
                          maxTags={50}
                          splitChars={[',', '،', ';']}
                          data-path={`${path}.choices`}
                          value={field.choices}
                          error={errorUnder(form, `${path}.choices`)}
                          onChange={(choices) => {
                            clearUnder(form, `${path}.choices`);
                            form.setFieldValue(`${path}.choices`, choices);
                          }}
                        />
                      </div>
                    )}
                  </Stack>
                </div>
              );
            }}
          </Sortable>
        )}
        {form.errors.dynamic_fields && (
          <Text size="sm" c="red" mb={8} role="alert">
            {form.errors.dynamic_fields}
          </Text>
        )}
        {fields.length < maxFields && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('fields.add')}
          </Button>
        )}
      </div>
    </>
  );
}
