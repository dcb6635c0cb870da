import { Card } from '@mantine/core';
import { useState } from 'react';
import { FormLanguageSwitch } from '@/shared/forms/form-language';
import { getSession, storeLanguages } from '@/shared/session/session';
import { TwoColumns } from '@/shared/ui/page';
import type { PageView } from '../content-pages.api';
import { AddressCard } from './address-card';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';
import classes from './page-form.module.css';
import { PolicyCard } from './policy-card';
import { SearchCard } from './search-card';
import { StatusCard } from './status-card';
import { TextSection } from './text-section';

/** The texts that the form's language switch applies to. */
const written = ['title', 'content', 'meta_title', 'meta_description'] as const;

/**
 * The fields of a page. Without the permission to save they are disabled; the language switch is not, so that both
 * languages can be read.
 */
export function PageFields({
  form,
  base,
  round,
  isReadOnly,
  onFilled,
}: {
  form: PageForm;
  /** The stored page; undefined for a new one. */
  base: PageView | undefined;
  /** Changed to remount the editor. */
  round: number;
  isReadOnly: boolean;
  /** The content was written by something else than the editor. */
  onFilled: () => void;
}) {
  const t = usePageFormText();
  // The addresses that the page had when it was opened: those that lead to it from then on.
  const [opened] = useState(base?.slugs);
  return (
    <TwoColumns
      main={
        <>
          {storeLanguages(getSession()).length > 1 && (
            <Card px={{ base: 16, sm: 20 }} py={8}>
              <FormLanguageSwitch form={form} names={written} label={t('language')} />
            </Card>
          )}
          <fieldset role="presentation" className={classes.fields} disabled={isReadOnly}>
            <TextSection key={round} form={form} isReadOnly={isReadOnly} />
            <SearchCard form={form} base={base} />
          </fieldset>
        </>
      }
      side={
        <fieldset role="presentation" className={classes.fields} disabled={isReadOnly}>
          <StatusCard form={form} base={base} />
          <AddressCard form={form} base={base} opened={opened} />
          <PolicyCard form={form} base={base} onFilled={onFilled} />
        </fieldset>
      }
    />
  );
}
