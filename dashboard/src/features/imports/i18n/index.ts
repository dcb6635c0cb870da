import { catalogue, type Translate } from '@/shared/i18n/catalogue';
import { useCustomerImportText } from '../customers/i18n';
import { useImportKind } from '../kind';
import ar from './ar.json';
import en from './en.json';

const useText = catalogue({ ar, en });
type Key = keyof typeof ar;

/** The texts of imports; for customers, their own where they differ. */
function useWords(): Translate<Key> {
  const kind = useImportKind();
  const text = useText();
  const own = useCustomerImportText();
  return kind.name === 'customer'
    ? (key, values) => (useCustomerImportText.has(key) ? own(key, values) : text(key, values))
    : text;
}

export const useImportText = Object.assign(useWords, { has: useText.has });
