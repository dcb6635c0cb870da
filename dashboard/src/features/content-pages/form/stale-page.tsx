import { plainText } from '@/shared/lib/plain-text';
import { usePageTemplateText } from '@/modules/page-template/i18n';
import { useTemplateName } from '@/modules/page-template/template-select';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { PageStatus, Policy } from '../content-pages.api';
import { useContentPageText } from '../i18n';
import { usePageFormText } from './i18n';
import type { Bilingual, PageValues } from './values';

/** The form values as a plain record, for the comparison. */
type Row = { [Key in keyof PageValues]: PageValues[Key] };

/** Conflict dialog: the page was saved by somebody else meanwhile. */
export default function StalePage({
  base,
  mine,
  theirs,
  onResolve,
  onClose,
}: {
  base: PageValues;
  mine: PageValues;
  theirs: PageValues;
  onResolve: (chosen: PageValues, theirs: PageValues) => void;
  onClose: () => void;
}) {
  const t = usePageFormText();
  const words = useContentPageText();
  const template = usePageTemplateText();
  const templateName = useTemplateName('page');
  const { language } = useLanguage();
  const long = (value: unknown) => {
    const text = plainText(textOf(value as Bilingual, language));
    return text.length > 160 ? `${text.slice(0, 160)}…` : text || '—';
  };
  return (
    <StaleDialog<Row>
      fields={[
        { key: 'title', label: t('title') },
        { key: 'content', label: t('content'), show: long },
        { key: 'slugs', label: t('address') },
        { key: 'status', label: t('status'), show: (value) => words(`status.${value as PageStatus}`) },
        { key: 'publish_at', label: t('publishAt'), show: (value) => String(value).replace('T', ' ') || '—' },
        {
          key: 'policy',
          label: t('policy'),
          show: (value) => (value ? words(`policy.${value as Policy}`) : t('policy.none')),
        },
        { key: 'template', label: template('label'), show: templateName },
        { key: 'meta_title', label: t('seo.metaTitle') },
        { key: 'meta_description', label: t('seo.metaDescription'), show: long },
      ]}
      base={{ ...base }}
      mine={{ ...mine }}
      theirs={{ ...theirs }}
      onClose={onClose}
      onResolve={(chosen) => onResolve(chosen, theirs)}
    />
  );
}
