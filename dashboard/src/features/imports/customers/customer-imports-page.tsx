import { ImportPage } from '../import-page';
import { ImportsPage } from '../imports-page';
import { customerKind, ImportKindProvider } from '../kind';

/** CU-01: upload of a customer file, and the earlier imports. */
export function CustomerImportsPage() {
  return (
    <ImportKindProvider value={customerKind}>
      <ImportsPage />
    </ImportKindProvider>
  );
}

/** CU-01: one customer import. */
export function CustomerImportPage() {
  return (
    <ImportKindProvider value={customerKind}>
      <ImportPage />
    </ImportKindProvider>
  );
}
