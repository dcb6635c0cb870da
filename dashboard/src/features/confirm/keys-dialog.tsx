import ShortcutsDialog from '@/shared/table/shortcuts-dialog';
import { outcomes } from './confirm.model';
import { useConfirmText } from './i18n';

/** The keyboard shortcuts of the call queue, and those of every page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useConfirmText();
  return (
    <ShortcutsDialog
      isList={false}
      more={[
        ...outcomes.map((outcome, at) => ({ keys: [String(at + 1)], label: t(`outcome.${outcome}`) })),
        { keys: ['6', 'N'], label: t('skip') },
        { keys: ['C'], label: t('call') },
        { keys: ['W'], label: t('whatsapp') },
        { keys: ['O'], label: t('openOrder') },
        { keys: ['U'], label: t('undo') },
        { keys: ['↑'], label: t('key.up') },
        { keys: ['↓'], label: t('key.down') },
        { keys: ['Enter'], label: t('key.start') },
      ]}
      onClose={onClose}
    />
  );
}
