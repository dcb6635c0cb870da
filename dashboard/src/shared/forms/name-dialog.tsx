import type { QueryKey } from '@tanstack/react-query';
import { useApiMutation } from '../api/use-api-mutation';
import type { Texts } from '../i18n/texts';
import { useShared } from '../i18n/use-shared';
import { getSession, storeLanguages } from '../session/session';
import { DialogForm } from './dialog-form';
import { TranslatedField } from './translated-field';
import { useApiForm } from './use-api-form';

interface Named {
  name: { ar: string; en: string };
}

/** A dialog for a name, in one of the store's languages at least. */
export function NameDialog({
  title,
  label,
  placeholder,
  name,
  isTall,
  run,
  invalidates,
  onClose,
}: {
  title: string;
  label: string;
  placeholder: string;
  /** Undefined for a new one. */
  name: Texts | undefined;
  isTall?: boolean;
  run: (values: Named) => Promise<unknown>;
  invalidates: readonly QueryKey[];
  onClose: () => void;
}) {
  const s = useShared();
  const save = useApiMutation({ run, invalidates });
  const form = useApiForm<Named>({
    initialValues: { name: { ar: name?.ar ?? '', en: name?.en ?? '' } },
    validate: (values) => {
      const languages = storeLanguages(getSession());
      const written = languages.some((language) => values.name[language].trim());
      return written ? {} : { [`name.${languages[0] ?? 'ar'}`]: s('rule.required') };
    },
  });
  return (
    <DialogForm
      title={title}
      size={440}
      isTall={isTall}
      form={form}
      onSave={(values) => save.mutateAsync(values)}
      onClose={onClose}
    >
      <TranslatedField
        form={form}
        name="name"
        label={label}
        placeholder={placeholder}
        required
        maxLength={100}
        autoFocus
      />
    </DialogForm>
  );
}
