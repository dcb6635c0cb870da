import { takeBack, useWaiting } from '@/shared/api/waiting';
import { useShared } from '@/shared/i18n/use-shared';
import { useOnline } from '@/shared/lib/line';
import classes from './line-banner.module.css';

/** Says that there is no line, and what waits for it. Part of the first download: it must show when nothing loads. */
export function LineBanner() {
  const s = useShared();
  const isOnline = useOnline();
  const waiting = useWaiting();
  const isShown = !isOnline || waiting.length > 0;
  const count = waiting.length;
  const text = () => {
    if (isOnline) return s('line.sending');
    return count > 0 ? s('line.waiting', { count }) : s('line.offlineText');
  };
  // The place of the words is there before the words are: only then are they read out.
  return (
    <div className={classes.banner} data-shown={isShown || undefined} data-line-banner>
      <div role="status">
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
                <bdi>{change.what || s('line.change')}</bdi>
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
                onClick={() => takeBack(change.id)}
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
