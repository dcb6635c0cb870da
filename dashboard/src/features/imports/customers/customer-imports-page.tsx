import { ImportPage } from '../import-page';
import { ImportsPage } from '../imports-page';
import { customerKind, ImportKindProvider } from '../kind';

/** CU-01: bring a file of customers, and what became of the earlier ones. */
export function CustomerImportsPage() {
  return (
    <ImportKindProvider value={customerKind}>
      <ImportsPage />
    </ImportKindProvider>
  );
}

/** CU-01: one file of customers on its way. */
export function CustomerImportPage() {
  return (
    <ImportKindProvider value={customerKind}>
      <ImportPage />
    </ImportKindProvider>
  );
}
