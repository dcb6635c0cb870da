import { useCan } from '@/shared/session/session';
import { ImageUploader } from '@/shared/upload/image-uploader';
import { productImageLimits } from '@/shared/upload/image-rules';
import { useProductText } from '../i18n';
import { clearUnder, errorUnder } from './errors-under';
import type { ProductFormState } from './product-form';

/** PR-04: the first picture is the cover. */
export function Pictures({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const mayDescribe = useCan('update', 'Media');
  return (
    <div data-translated="image_ids">
      <ImageUploader
        label={t('images.label')}
        hint={t('images.hint')}
        max={50}
        describes={mayDescribe}
        limits={productImageLimits}
        value={form.values.images}
        onChange={(images) => {
          clearUnder(form, 'image_ids');
          form.setFieldValue('images', images);
        }}
        error={errorUnder(form, 'image_ids')}
        data-path="image_ids"
      />
    </div>
  );
}
