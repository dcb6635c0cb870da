import { Text } from '@mantine/core';
import { slugOf } from '@/modules/search-preview/slug-preview';
import { useFormLanguage } from '@/shared/forms/form-language';
import { LtrField } from '@/shared/forms/ltr-field';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { getSession, storeLanguages } from '@/shared/session/session';
import { Section } from '@/shared/ui/page';
import type { PageView } from '../content-pages.api';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import classes from './page-form.module.css';
import { addressOf } from './values';

/** The page's address in the language being edited: derived from the title until it is typed. */
export function AddressCard({
  form,
  base,
  opened,
}: {
  form: PageForm;
  base: PageView | undefined;
  /** The slugs when the page was opened. */
  opened: Texts | undefined;
}) {
  const t = usePageFormText();
  const at = useFormLanguage()?.language ?? storeLanguages(getSession())[0] ?? 'ar';
  const stored = base?.slugs[at] ?? '';
  const automatic = stored || slugOf(textOf(form.values.title, at));
  const slug = slugOf(form.values.slugs[at]) || automatic;
  const before = opened?.[at];
  return (
    <Section title={t('address')}>
      <div data-translated="slugs">
        <LtrField
          key={at}
          label={t('slug')}
          description={t(stored ? 'slugSaved' : 'slugNew')}
          placeholder={automatic}
          lang={at}
          maxLength={200}
          {...form.getInputProps(`slugs.${at}`)}
        />
      </div>
      <Text size="xs" c="dimmed" mt={10}>
        {t('address.whole')}
      </Text>
      <bdi className={`num ${classes.address}`} data-address>
        {addressOf(slug || '…', at)}
      </bdi>
      <div role="status">
        {before && before !== slug && (
          <>
            <Text size="xs" c="dimmed" mt={10}>
              {t(before === stored ? 'address.willMove' : 'address.moved')}
            </Text>
            <bdi className={`num ${classes.address}`}>{addressOf(before, at)}</bdi>
          </>
        )}
      </div>
    </Section>
  );
}
