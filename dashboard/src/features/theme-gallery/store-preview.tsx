import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';
import type { GalleryTheme } from './theme-gallery.model';
import { useFrameState } from './use-frame-state';
import { useInSight } from '@/shared/ui/use-in-sight';
import { usePreviewSession } from './use-preview-session';
import { useShownLook } from './use-shown-look';

/** The screens in which the store is shown, px. */
const screens = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/** What a frame shows once the preview is open. */
interface Shown {
  url: string;
  origin: string;
  /** A look in place of the theme's own. */
  look: string | null;
}

/** The merchant's own store in a theme, and in a look of it, on a desktop and on a phone: to look at, not to use. */
export function StorePreview({ theme, look = null }: { theme: GalleryTheme; look?: string | null | undefined }) {
  const t = useGalleryText();
  const s = useShared();
  const [place, isInSight] = useInSight<HTMLDivElement>();
  const { preview, hasFailed, retry } = usePreviewSession(theme.theme, isInSight);
  const shown = preview && { url: preview.url, origin: preview.origin, look };
  return (
    <div ref={place} className={classes.stage}>
      <Screen device="desktop" theme={theme} shown={shown} hasFailed={hasFailed} />
      <Screen device="mobile" theme={theme} shown={shown} hasFailed={hasFailed} />
      {hasFailed && (
        <div className={classes.failed} role="status">
          <IconPhotoOff size={24} stroke={1.5} aria-hidden />
          <span>{t('failed')}</span>
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            {s('tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Screen({
  device,
  theme,
  shown,
  hasFailed,
}: {
  device: keyof typeof screens;
  theme: GalleryTheme;
  /** Undefined until the preview is open. */
  shown: Shown | undefined;
  /** The preview could not be opened. */
  hasFailed: boolean;
}) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.screen} data-device={device} inert>
      {shown ? (
        <Frame key={shown.url} device={device} theme={theme} shown={shown} scale={width / screens[device].width} />
      ) : (
        !hasFailed && <Skeleton height="100%" radius={0} />
      )}
    </div>
  );
}

function Frame({
  device,
  theme,
  shown: { url, origin, look },
  scale,
}: {
  device: keyof typeof screens;
  theme: GalleryTheme;
  shown: Shown;
  scale: number;
}) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, onLoad } = useFrameState(frame);
  useShownLook(frame, { origin, look, draft: theme.own?.draft_version }, state === 'ready');
  if (state === 'failed') return <IconPhotoOff className={classes.broken} size={22} stroke={1.5} aria-hidden />;
  return (
    <>
      <iframe
        ref={frame}
        className={classes.frame}
        data-ready={state === 'ready' || undefined}
        src={url}
        onLoad={onLoad}
        title={t(`frame.${device}`, { name: textOf(theme.name, language) })}
        style={{ ...screens[device], transform: `scale(${scale})` }}
        tabIndex={-1}
        aria-hidden
        // Of another origin than the dashboard: it runs its script there, and can lead nobody away.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- unsafe together only for a frame of the own origin
        sandbox="allow-scripts allow-same-origin"
      />
      {state === 'waiting' && <Skeleton className={classes.cover} height="100%" radius={0} />}
    </>
  );
}
