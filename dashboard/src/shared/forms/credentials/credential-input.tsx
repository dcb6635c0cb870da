import { Button, Input, PasswordInput, Select, Text } from '@mantine/core';
import { LtrField } from '@/shared/forms/ltr-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { isRequiredNow, type Credential, type CredentialField, type CredentialValues } from './credentials.model';
import classes from './credentials.module.css';
import { useCredentialText } from './i18n';

/** A field of a provider's credentials: a choice, a text, or a secret that is only replaced. */
export function CredentialInput({
  field,
  fields,
  stored,
  form,
  disabled,
}: {
  field: CredentialField;
  /** All of the provider's. */
  fields: readonly CredentialField[];
  stored?: Credential;
  form: ApiForm<{ values: CredentialValues }>;
  disabled: boolean;
}) {
  const t = useCredentialText();
  const { language, dir } = useLanguage();
  const path = `values.${field.name}`;
  const value = form.values.values[field.name];
  const isRequired = isRequiredNow(field, form.values.values);
  const label = textOf(field.label, language);
  const names = fields.filter(({ name }) => field.required_without.includes(name));
  const alternative =
    names.length > 0 &&
    t('field.unless', {
      names: names.map((one) => `\u2068${textOf(one.label, language)}\u2069`).join(t('field.and')),
    });
  const shared = {
    label: !isRequired && field.kind !== 'choice' ? `${label} (${t('field.optional')})` : label,
    description: [textOf(field.help, language), alternative].filter(Boolean).join(' · '),
    required: isRequired,
    disabled,
  };
  if (value === null) {
    return (
      <StoredSecret label={label} stored={stored} disabled={disabled} onReplace={() => form.setFieldValue(path, '')} />
    );
  }
  const props = { ...shared, ...form.getInputProps(path), value: value ?? '' };
  if (field.kind === 'choice') {
    const choices = field.choices.map((choice) => ({ value: choice.value, label: textOf(choice.label, language) }));
    return (
      <Select
        {...props}
        // Without a choice the provider takes the first.
        value={value || (choices[0]?.value ?? null)}
        allowDeselect={false}
        data={choices}
        onChange={(next) => form.setFieldValue(path, next ?? '')}
      />
    );
  }
  if (!field.is_secret)
    return (
      <LtrField
        {...props}
        maxLength={field.max_length ?? undefined}
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
      />
    );
  return (
    <div>
      <PasswordInput
        {...props}
        autoComplete="new-password"
        spellCheck={false}
        dir="ltr"
        styles={{
          label: { direction: dir, textAlign: 'start' },
          error: { direction: dir, textAlign: 'start' },
          description: { direction: dir, textAlign: 'start' },
          root: { textAlign: 'start' },
        }}
      />
      {stored?.is_lost && (
        <Text size="xs" c="var(--tone-amber-fg)" mt={4}>
          {t('secret.lost')}
        </Text>
      )}
      {stored?.is_set && !stored.is_lost && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => form.setFieldValue(path, null)}>
          {t('secret.keep')}
        </Button>
      )}
    </div>
  );
}

/** A secret that is set: its end, when it was set, and a way to replace it. */
function StoredSecret({
  label,
  stored,
  disabled,
  onReplace,
}: {
  label: string;
  stored?: Credential;
  disabled: boolean;
  onReplace: () => void;
}) {
  const t = useCredentialText();
  return (
    <Input.Wrapper label={label} component="div" labelElement="div">
      <div className={classes.secret}>
        <span>
          <bdi dir="ltr" className="num">
            {`•••• ${stored?.last_four ?? ''}`.trim()}
          </bdi>
          {stored?.set_at && (
            <Text span size="xs" c="dimmed" ms={8}>
              {t('secret.set', { date: formatDate(stored.set_at, 'date') })}
            </Text>
          )}
        </span>
        {!disabled && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('secret.replaceOf', { name: `\u2068${label}\u2069` })}
            onClick={onReplace}
          >
            {t('secret.replace')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
