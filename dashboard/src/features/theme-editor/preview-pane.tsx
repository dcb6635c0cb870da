import { Button, Loader } from '@mantine/core';
import { useState, useRef } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useMayOpen } from '@/modules/screens/screens';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { LinkButton } from '@/shared/ui/link-button';
import { plainPage, usePageLabel } from './editor-pages';
import { useThemeText } from './i18n';
import { PreviewChoices } from './preview-choices';
import type { Preview } from './theme-editor.api';
import classes from './theme-editor.module.css';
import { useFrame } from './use-frame';
import type { PreviewPath } from './use-preview-path';
import type { ThemeEditor } from './use-theme-editor';

export type Device = 'desktop' | 'tablet' | 'mobile';

/** The preview of the page: what it shows, and the page itself in a frame. */
export function PreviewPane({
  editor,
  preview,
  error,
  path,
  device,
  turn,
  onReopen,
  onAdd,
}: {
  editor: ThemeEditor;
  preview: Preview | undefined;
  /** The preview could not be opened. */
  error: Error | null;
  path: PreviewPath;
  device: Device;
  /** Another number loads the page anew. */
  turn: number;
  onReopen: () => void;
  onAdd: (before: string | null) => void;
}) {
  const t = useThemeText();
  const content = () => {
    if (error && !preview) return <ErrorState error={error} title={t('previewFailed')} onRetry={onReopen} />;
    if (path.error) return <ErrorState error={path.error} title={t('previewFailed')} onRetry={path.retry} />;
    if (!preview || path.isLoading) return <Waiting />;
    if (path.path === null)
      return plainPage(editor.page) === 'page' ? (
        <NoPage mayRead={path.mayRead} />
      ) : (
        <NoProduct mayRead={path.mayRead} />
      );
    const src = `${preview.origin}${path.path}${path.path.includes('?') ? '&' : '?'}editor-session=${preview.session}`;
    return <Frame editor={editor} origin={preview.origin} src={src} device={device} turn={turn} onAdd={onAdd} />;
  };
  return (
    <section className={classes.stage} aria-label={t('preview')}>
      <PreviewChoices editor={editor} path={path} />
      <div className={classes.canvas}>{content()}</div>
    </section>
  );
}

function Waiting() {
  const s = useShared();
  return (
    <div className={classes.waiting} role="status" aria-label={s('loading')}>
      <Loader size={28} />
    </div>
  );
}

function NoProduct({ mayRead }: { mayRead: boolean }) {
  const t = useThemeText();
  const mayAdd = useMayOpen('/products/add');
  return (
    <EmptyState title={t('noProduct')} text={t(mayRead ? 'noProductText' : 'noProductRight')}>
      {mayAdd && (
        <LinkButton to="/products/add" variant="default">
          {t('addProduct')}
        </LinkButton>
      )}
    </EmptyState>
  );
}

function NoPage({ mayRead }: { mayRead: boolean }) {
  const t = useThemeText();
  const mayAdd = useMayOpen('/settings/store/pages');
  return (
    <EmptyState title={t('noPage')} text={t(mayRead ? 'noPageText' : 'noPageRight')}>
      {mayAdd && (
        <LinkButton to="/settings/store/pages" variant="default">
          {t('openPages')}
        </LinkButton>
      )}
    </EmptyState>
  );
}

function Frame({
  editor,
  origin,
  src,
  device,
  turn,
  onAdd,
}: {
  editor: ThemeEditor;
  origin: string;
  src: string;
  device: Device;
  turn: number;
  onAdd: (before: string | null) => void;
}) {
  const t = useThemeText();
  const frame = useRef<HTMLIFrameElement>(null);
  const pageLabel = usePageLabel(editor.theme);
  const [tries, setTries] = useState(0);
  const address = `${src} ${turn} ${tries}`;
  const { isReady, hasFailed, rendered } = useFrame({ editor, frame, origin, address, onAdd });
  return (
    <div
      className={classes.frame}
      data-device={device}
      data-ready={isReady || undefined}
      data-rendered-ms={rendered.count > 0 ? rendered.ms : undefined}
      data-rendered-count={rendered.count}
    >
      <iframe
        key={address}
        ref={frame}
        src={src}
        title={t('previewOf', { page: pageLabel(editor.page) })}
        // Of another origin than the editor: it runs its script there, and can lead nobody away.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- unsafe together only for a frame of the own origin
        sandbox="allow-scripts allow-same-origin"
      />
      {!isReady && !hasFailed && <Waiting />}
      {hasFailed && (
        <div className={classes.failed}>
          <EmptyState title={t('previewFailed')} text={t('previewFailedText')} illustration="crack">
            <Button variant="default" onClick={() => setTries(tries + 1)}>
              {t('retry')}
            </Button>
          </EmptyState>
        </div>
      )}
    </div>
  );
}
