import { Button } from '@mantine/core';
import { SaveBar } from '@/shared/forms/save-bar';
import { useShared } from '@/shared/i18n/use-shared';
import { useProductText } from '../i18n';
import type { ProductFormState } from './product-form';

/** The save bar of a product's form; its main button names the effect of saving. */
export function ProductSaveBar({
  form,
  isNew,
  onDiscard,
  onAnother,
}: {
  form: ProductFormState;
  isNew: boolean;
  onDiscard: () => void;
  /** Called before submit: whether to continue with a new product. */
  onAnother: (isAnother: boolean) => void;
}) {
  const t = useProductText();
  const s = useShared();
  const { is_published: isPublished, is_active: isActive, publish_at: publishAt } = form.values;
  const goesLive = isPublished && isActive;
  const isScheduled = publishAt && !isPublished;
  return (
    <SaveBar dirty={form.isDirty()} idle={t('nothingYet')} busy={form.busy} onDiscard={isNew ? undefined : onDiscard}>
      {isNew && (
        <Button type="submit" variant="default" disabled={form.busy} onClick={() => onAnother(true)}>
          {t('saveAnother')}
        </Button>
      )}
      <Button type="submit" loading={form.busy} onClick={() => onAnother(false)}>
        {isNew ? t(goesLive ? 'savePublish' : isScheduled ? 'saveScheduled' : 'saveDraft') : s('save')}
      </Button>
    </SaveBar>
  );
}
