import { Button, CloseButton, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useShared } from '../i18n/use-shared';
import classes from './toast.module.css';

/** Toasts stay 5 s (SH-06); hover or focus pauses the timer. */
export const toastDuration = 5000;
const maxToasts = 4;

type Tone = 'success' | 'info' | 'warning' | 'danger';
interface ToastContent {
  title: string;
  message?: string;
  /** Shown below each other, for the messages of a 422. */
  lines?: readonly string[];
  /** A second one with the same id replaces the first. */
  id?: string;
  /** An action offered in the toast ("Undo"); such a toast stays twice as long. */
  action?: { label: string; run: () => void };
}
interface ToastItem extends ToastContent {
  id: string;
  tone: Tone;
}

let toasts: readonly ToastItem[] = [];
let count = 0;
const listeners = new Set<() => void>();
const setToasts = (next: readonly ToastItem[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const hide = (id: string) => setToasts(toasts.filter((toast) => toast.id !== id));

const show = (tone: Tone) => (content: ToastContent | string) => {
  const toast = typeof content === 'string' ? { title: content } : content;
  count += 1;
  // Several toasts at once would cover the page. A success is replaced by the next; failures stay.
  const id = toast.id ?? (tone === 'success' ? 'success' : `toast-${count}`);
  setToasts([...toasts.filter((other) => other.id !== id), { ...toast, id, tone }].slice(-maxToasts));
};

/** `toast.success(t('saved'))`; `toast.warning({ title, message })`. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  danger: show('danger'),
};

export const dismissToast = hide;

const looks = {
  success: { color: 'green', icon: IconCheck },
  info: { color: 'lapis', icon: IconInfoCircle },
  warning: { color: 'yellow', icon: IconAlertTriangle },
  danger: { color: 'red', icon: IconX },
} as const;

/**
 * Host of the toasts: at the start of the bottom line beside the menu, where they cover no page's main action. The app renders it once.
 */
export function ToastHost() {
  const list = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div className={classes.host} aria-live="polite">
      {list.map((item) => (
        <ToastCard key={item.id} toast={item} />
      ))}
    </div>
  );
}

function ToastCard({ toast: item }: { toast: ToastItem }) {
  const s = useShared();
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => hide(item.id), item.action ? 2 * toastDuration : toastDuration);
    return () => clearTimeout(timer);
  }, [isHeld, item]);
  const { color, icon: Icon } = looks[item.tone];
  const lines = [item.message, ...(item.lines ?? [])].filter(Boolean);
  return (
    <Notification
      className={classes.toast}
      role={item.tone === 'danger' || item.tone === 'warning' ? 'alert' : 'status'}
      color={color}
      icon={<Icon size={17} aria-hidden />}
      withBorder
      withCloseButton={false}
      title={lines.length > 0 ? item.title : undefined}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <div className={classes.body}>
        <div className={classes.text}>{lines.length > 0 ? lines.join('\n') : item.title}</div>
        {item.action && (
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => {
              hide(item.id);
              item.action?.run();
            }}
          >
            {item.action.label}
          </Button>
        )}
        <CloseButton size="sm" aria-label={s('close')} onClick={() => hide(item.id)} />
      </div>
    </Notification>
  );
}
