import { notifications } from '@mantine/notifications';

/** Toasts stay 5 s (SH-06). A second one with the same `id` replaces the first. */
export const toastDuration = 5000;

interface Toast {
  title: string;
  message?: string;
  /** Shown below each other, for the messages of a 422. */
  lines?: string[];
  id?: string;
}

const show = (color: string) => (toast: Toast | string) => {
  const { title, message, lines, id } =
    typeof toast === 'string' ? { title: toast, message: undefined, lines: undefined, id: undefined } : toast;
  const text = [message, ...(lines ?? [])].filter(Boolean).join('\n');
  const content = {
    id,
    title: text ? title : undefined,
    message: text || title,
    color,
    autoClose: toastDuration,
    withBorder: true,
    styles: { description: { whiteSpace: 'pre-line' as const } },
  };
  if (id) notifications.hide(id);
  notifications.show(content);
};

/** `toast.success(t('saved'))`; `toast.warning({ title, message })`. */
export const toast = {
  success: show('green'),
  info: show('lapis'),
  warning: show('yellow'),
  danger: show('red'),
};
