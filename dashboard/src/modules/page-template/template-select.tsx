import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMayOpen } from '@/modules/screens/screens';
import { apiQuery } from '@/shared/api/query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { usePageTemplateText } from './i18n';

const templatesQuery = apiQuery('/page-templates');

/** What an alternate template shows. */
type Shown = 'product' | 'collection' | 'page';

/**
 * The template of the live theme that shows a product, a category or a page of text; '' is the plain one. Nothing where the theme
 * has no other.
 */
export function TemplateSelect({
  of,
  value = '',
  ...props
}: Omit<SelectProps, 'value' | 'data'> & {
  of: Shown;
  value?: string;
}) {
  const t = usePageTemplateText();
  const { language } = useLanguage();
  const mayCustomize = useMayOpen('/theme/editor');
  const query = useQuery(templatesQuery);
  const templates = query.data?.filter((template) => template.of === of) ?? [];
  const chosen = templates.find(({ id }) => id === value);
  const isGone = value !== '' && query.data !== undefined && !chosen;
  if (templates.length === 0 && !isGone) return null;
  const data = [
    { value: '', label: t('plain') },
    ...templates.map(({ id, name }) => ({ value: id, label: textOf(name, language) })),
    ...(isGone ? [{ value, label: t('gone', { id: `\u2068${value}\u2069` }) }] : []),
  ];
  const page: `${Shown}.${string}` | Shown = chosen ? `${of}.${chosen.id}` : of;
  return (
    <div>
      <Select
        label={t('label')}
        allowDeselect={false}
        description={isGone ? t('goneText') : undefined}
        data={data}
        value={value}
        {...props}
      />
      {mayCustomize && !isGone && (
        <LinkAnchor to="/theme/editor" search={{ page }} size="xs" mt={6} display="inline-block">
          {t('customize')}
        </LinkAnchor>
      )}
    </div>
  );
}

/** What the template of an id is called, for the comparison with what somebody else saved. */
export function useTemplateName(of: Shown): (id: unknown) => string {
  const t = usePageTemplateText();
  const { language } = useLanguage();
  const { data } = useQuery(templatesQuery);
  return (id) => {
    const found = data?.find((template) => template.of === of && template.id === id);
    return found ? textOf(found.name, language) : String(id || t('plain'));
  };
}
