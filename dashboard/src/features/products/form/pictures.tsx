import { Input } from '@mantine/core';
import { useCan } from '@/shared/session/session';
import { ImageUploader } from '@/shared/upload/image-uploader';
import { productImageLimits } from '@/shared/upload/image-rules';
import { useProductText } from '../i18n';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import { useMaySave } from './product-access';
import type { ProductFormState } from './product-form';

/** PR-04: the first picture is the cover. */
export function Pictures({ form }: { form: ProductFormState }) {
  const t = useProductText();
  const mayDescribe = useCan('update', 'Media');
  const maySave = useMaySave();
  if (!maySave) {
    return (
      <Input.Wrapper label={t('images.label')} labelElement="div">
        <div className={classes.pictures}>
          {form.values.images.length === 0 && '—'}
          {form.values.images.map((image) => (
            <img key={image.id} src={image.url} alt={image.alt ?? ''} loading="lazy" />
          ))}
        </div>
      </Input.Wrapper>
    );
  }
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
