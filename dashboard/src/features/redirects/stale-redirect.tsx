import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useRedirectText } from './i18n';
import { valuesOf, type RedirectValues } from './redirect-values';
import type { RedirectView } from './redirects.api';

/** Conflict dialog: the redirect was saved by somebody else meanwhile. */
export default function StaleRedirect({
  base,
  mine,
  current,
  onResolve,
  onClose,
}: {
  base: RedirectValues;
  mine: RedirectValues;
  current: RedirectView | undefined;
  onResolve: (chosen: RedirectValues, theirs: RedirectView) => void;
  onClose: () => void;
}) {
  const t = useRedirectText();
  if (!current) return null;
  return (
    <StaleDialog<RedirectValues>
      fields={[
        { key: 'address', label: t('form.address') },
        { key: 'target', label: t('form.target') },
        { key: 'kind', label: t('form.kind'), show: (kind) => t(`form.${kind as RedirectValues['kind']}`) },
      ]}
      base={base}
      mine={mine}
      theirs={valuesOf(current)}
      onClose={onClose}
      onResolve={(chosen) => onResolve(chosen, current)}
    />
  );
}
