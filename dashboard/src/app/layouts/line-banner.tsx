import { cancelWaitingChange, useWaiting } from '@/shared/api/waiting';
import { useEffect, useRef } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useOnline } from '@/shared/lib/line';
import { announce } from '@/shared/ui/announce';
import classes from './line-banner.module.css';

/**
 * Says that the browser is offline, and lists the changes that wait. Part of the first download: it must render when
 * nothing can be loaded.
 */
export function LineBanner() {
  const s = useShared();
  const isOnline = useOnline();
  const waiting = useWaiting();
  const isShown = !isOnline || waiting.length > 0;
  const count = waiting.length;
  const announced = useRef(isOnline);
  useEffect(() => {
    if (announced.current === isOnline) return;
    announced.current = isOnline;
    announce(s(isOnline ? 'line.back' : 'line.offline'));
  }, [isOnline, s]);
  const text = () => {
    if (isOnline) return s('line.sending');
    return count > 0 ? s('line.waiting', { count }) : s('line.offlineText');
  };
  return (
    <div className={classes.banner} data-shown={isShown || undefined} data-line-banner>
      <div>
        {isShown && (
          <>
            {!isOnline && <strong>{s('line.offline')}</strong>} <span>{text()}</span>
          </>
        )}
      </div>
      {count > 0 && (
        <ul className={classes.list}>
          {waiting.map((change) => (
            <li key={change.id} className={classes.change}>
              <span className={classes.name}>
                <bdi>{change.label || s('line.change')}</bdi>
                {change.where && (
                  <>
                    {' · '}
                    <bdi>{change.where}</bdi>
                  </>
                )}
              </span>
              <button
                type="button"
                className={classes.back}
                disabled={change.isSending}
                onClick={() => cancelWaitingChange(change.id)}
              >
                {s('line.takeBack')}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
