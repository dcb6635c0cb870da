import type { BatchView } from '@/modules/batches/batches.api';
import { formatAmount, formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useStoreCurrency } from '@/shared/session/session';
import { useBatchesText } from './i18n';

/** A batch's title: "Regular price raised by 10%". */
export function useBatchTitle(): (batch: BatchView) => string {
  const t = useBatchesText();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const isolated = (text: string) => `\u2068${text}\u2069`;

  const ofAction = (action: NonNullable<BatchView['action']>): string => {
    const percent = isolated(`${action.value ?? ''}%`);
    switch (action.kind) {
      case 'price': {
        const value = action.by === 'amount' ? isolated(formatAmount(action.value ?? '0', currency)) : percent;
        return t(`what.price.${action.direction ?? 'up'}`, {
          field: t(`price.${action.field ?? 'regular_price'}`),
          value,
        });
      }
      case 'sale':
        return t('what.sale', { value: percent });
      case 'stock':
        return t(`what.stock.${action.change === 'add' || action.change === 'take' ? action.change : 'set'}`, {
          value: formatNumber(action.qty ?? 0),
        });
      case 'categories':
        return t(`what.categories.${listWord(action.change)}`);
      case 'tags':
        return t(`what.tags.${listWord(action.change)}`, {
          value: (action.tags ?? []).map(isolated).join(language === 'ar' ? '، ' : ', '),
        });
      default:
        return t(`what.${action.kind}`);
    }
  };
  const plain = (batch: BatchView, kind: BatchView['kind']): string => {
    if (batch.action) return ofAction(batch.action);
    if (kind === 'import') return t('what.import', { name: isolated(batch.file_name ?? '') });
    if (kind === 'delete' && batch.name) return t('what.deleteOne', { name: isolated(textOf(batch.name, language)) });
    return t(kind === 'sheet' || kind === 'delete' ? `what.${kind}` : 'what.bulk');
  };
  return (batch) => {
    if (batch.kind !== 'undo') return plain(batch, batch.kind);
    const kind = batch.undoes && batch.undoes !== 'undo' ? batch.undoes : originOf(batch);
    return t(batch.turn === 'redo' ? 'what.redo' : 'what.undo', { what: plain(batch, kind) });
  };
}

const listWord = (change: string | null | undefined) => (change === 'remove' || change === 'set' ? change : 'add');

/** An undo of an undo carries the details of the first batch, but not its kind. */
const originOf = (batch: BatchView): BatchView['kind'] => (batch.name ? 'delete' : 'bulk');
