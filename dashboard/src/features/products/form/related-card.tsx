import { ActionIcon, Input, Text } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { ProductSearch } from '@/modules/products/product-search';
import { Sortable } from '@/shared/dnd/sortable';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useProductText } from '../i18n';
import type { ProductView } from '../products.api';
import { Thumb } from '../products-columns';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';

const maxProducts = 12;

/** Related products, chosen by hand and in this order. */
export function RelatedCard({ form, product }: { form: ProductFormState; product: ProductView | null }) {
  const t = useProductText();
  const { language } = useLanguage();
  const chosen = form.values.related;
  const taken = new Set([product?.id, ...chosen.map((other) => other.id)]);
  const set = (related: typeof chosen) => {
    clearUnder(form, 'related_ids');
    form.setFieldValue('related', related);
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb={14}>
        {t('related.text')}
      </Text>
      <div data-translated="related_ids">
        {chosen.length > 0 && (
          <Sortable items={chosen} onSort={set} className={classes.related}>
            {(other, handle, index) => (
              <div className={classes.relatedRow}>
                <ActionIcon
                  size="sm"
                  aria-label={t('related.move', { name: textOf(other.name, language) })}
                  style={{ cursor: 'grab', touchAction: 'none' }}
                  {...handle}
                >
                  <IconGripVertical size={15} />
                </ActionIcon>
                <Thumb url={other.cover_url} size={34} />
                <div className={classes.relatedName}>
                  <bdi>{textOf(other.name, language)}</bdi>
                  {other.state !== 'published' && (
                    <Text size="xs" c="dimmed">
                      {t(`state.${other.state}`)}
                    </Text>
                  )}
                </div>
                <ActionIcon
                  size="sm"
                  data-path={`related_ids.${index}`}
                  aria-label={t('organise.remove', { name: textOf(other.name, language) })}
                  onClick={() => set(chosen.filter(({ id }) => id !== other.id))}
                >
                  <IconX size={15} />
                </ActionIcon>
              </div>
            )}
          </Sortable>
        )}
        {chosen.length < maxProducts ? (
          <ProductSearch
            data-path="related_ids"
            label={t('related.search')}
            without={taken}
            error={errorUnder(form, 'related_ids')}
            onPick={(row) =>
              set([...chosen, { id: row.id, name: row.name, cover_url: row.cover_url, state: row.state }])
            }
          />
        ) : (
          <Input.Description>{t('related.full', { most: maxProducts })}</Input.Description>
        )}
      </div>
    </>
  );
}
