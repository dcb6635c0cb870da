import { Anchor, Text } from '@mantine/core';
import { LtrField } from '@/shared/forms/ltr-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import type { askSlug } from './auth.api';
import { useAuthText } from './i18n';
import type { StoreValues } from './use-store-slug';

/** The slug of a new store, with the server's check below. */
export function StoreSlugField({
  form,
  answer,
  onOwn,
}: {
  form: ApiForm<StoreValues>;
  answer?: Awaited<ReturnType<typeof askSlug>>;
  /** The user edited it. */
  onOwn: () => void;
}) {
  const t = useAuthText();
  return (
    <div>
      <LtrField
        label={t('register.storeSlug')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rightSection={
          <Text size="sm" c="dimmed" dir="ltr">
            .{location.host}
          </Text>
        }
        rightSectionWidth={location.host.length * 8 + 24}
        {...form.getInputProps('store_slug')}
        onChange={(event) => {
          onOwn();
          form.getInputProps('store_slug').onChange(event);
        }}
      />
      <div aria-live="polite">
        {answer?.is_available && (
          <Text size="xs" c="var(--tone-green-fg)" mt={4}>
            {t('register.slugFree')}
          </Text>
        )}
        {answer && !answer.is_available && (
          <Text size="xs" c="red" mt={4}>
            {!form.errors.store_slug && <>{answer.reason} </>}
            {answer.suggestion && (
              <Anchor
                component="button"
                type="button"
                size="xs"
                onClick={() => {
                  onOwn();
                  form.setFieldValue('store_slug', answer.suggestion ?? '');
                }}
              >
                <bdi>{t('register.slugUse', { slug: answer.suggestion })}</bdi>
              </Anchor>
            )}
          </Text>
        )}
      </div>
    </div>
  );
}
