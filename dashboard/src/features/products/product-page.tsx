import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { getTimeZone } from '@/shared/i18n/format';
import { DetailPage } from '@/shared/ui/page';
import { ProductForm } from './form/product-form';
import { blankProduct, copyOf } from './form/values';
import arabic from './i18n/ar.json';
import english from './i18n/en.json';
import { products } from './products.api';

// The name carries both languages whatever the interface speaks.
const copySuffix = { ar: arabic.copySuffix, en: english.copySuffix };

/** PR-01: a new product, blank or as a copy of another one. */
export function AddProductPage() {
  const { copy } = useSearch({ strict: false }) as { copy?: string };
  return copy ? <CopyPage id={copy} /> : <ProductForm key="new" product={null} start={blankProduct()} />;
}

function CopyPage({ id }: { id: string }) {
  const query = useQuery(products.findQuery(id));
  return (
    <DetailPage whole query={query}>
      {(product) => (
        <ProductForm key={`copy-${id}`} product={null} start={copyOf(product, getTimeZone(), copySuffix)} isCopy />
      )}
    </DetailPage>
  );
}

export function EditProductPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <DetailPage whole query={useQuery(products.findQuery(id))}>
      {(product) => <ProductForm key={product.id} product={product} />}
    </DetailPage>
  );
}
