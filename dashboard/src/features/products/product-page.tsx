import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { DetailPage } from '@/shared/ui/page';
import { ProductForm } from './form/product-form';
import { products } from './products.api';

/** PR-01: a new product. */
export function AddProductPage() {
  return <ProductForm key="new" product={null} />;
}

export function EditProductPage() {
  const { id } = useParams({ from: '/products/edit/$id' });
  return (
    <DetailPage isFullPage query={useQuery(products.findQuery(id))}>
      {(product) => <ProductForm key={product.id} product={product} />}
    </DetailPage>
  );
}
