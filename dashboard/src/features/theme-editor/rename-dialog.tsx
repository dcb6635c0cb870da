import { DialogForm } from '@/shared/forms/dialog-form';
import { TranslatedField } from '@/shared/forms/translated-field';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useShared } from '@/shared/i18n/use-shared';
import { getSession, storeLanguages } from '@/shared/session/session';
import { useThemeText } from './i18n';
import type { Section } from './theme-editor.api';

interface Named {
  name: { ar: string; en: string };
}

/** The server's limit of a section's name. */
const maxName = 80;

/** The name of a section in the editor; shoppers do not see it. */
export function RenameDialog({
  section,
  onName,
  onClose,
}: {
  section: Section;
  onName: (name: Section['name']) => void;
  onClose: () => void;
}) {
  const t = useThemeText();
  const s = useShared();
  const form = useApiForm<Named>({
    initialValues: { name: { ar: section.name.ar ?? '', en: section.name.en ?? '' } },
    validate: ({ name }) => {
      const [own = 'ar'] = storeLanguages(getSession());
      return name[own].trim() ? {} : { [`name.${own}`]: s('rule.required') };
    },
  });
  return (
    <DialogForm
      title={t('renameTitle')}
      size={440}
      isTall={false}
      form={form}
      done={null}
      onSave={({ name }) => {
        onName({ ar: name.ar.trim(), en: name.en.trim() });
        return Promise.resolve();
      }}
      onClose={onClose}
    >
      <TranslatedField
        form={form}
        name="name"
        label={t('name')}
        description={t('nameText')}
        required
        maxLength={maxName}
        autoFocus
      />
    </DialogForm>
  );
}
