import { StatusBadge } from '@/shared/ui/status-badge';
import { statusOf, statusTones, type AnyBatch } from './batch-state';
import { useBatchStateText } from './i18n';

export function BatchBadge({ of }: { of: AnyBatch }) {
  const t = useBatchStateText();
  const status = statusOf(of);
  return <StatusBadge tone={statusTones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
