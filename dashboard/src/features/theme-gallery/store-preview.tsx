import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconPhotoOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useGalleryText } from './i18n';
import type { ThemeOption } from './theme-gallery.api';
import classes from './theme-gallery.module.css';
import { useFrameState } from './use-frame-state';
import { useInSight } from '@/shared/ui/use-in-sight';
import { usePreviewSession } from './use-preview-session';

/** The screens in which the store is shown, px. */
const screens = { desktop: { width: 1440, height: 900 }, mobile: { width: 390, height: 844 } } as const;

/** The merchant's own store in a theme, on a desktop and on a phone: to look at, not to use. */
export function StorePreview({ theme }: { theme: ThemeOption }) {
  const t = useGalleryText();
  const s = useShared();
  const [place, isInSight] = useInSight<HTMLDivElement>();
  const { preview, hasFailed, retry } = usePreviewSession(theme.theme, isInSight);
  return (
    <div ref={place} className={classes.stage}>
      <Screen device="desktop" theme={theme} src={preview?.url} hasFailed={hasFailed} />
      <Screen device="mobile" theme={theme} src={preview?.url} hasFailed={hasFailed} />
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
  src,
  hasFailed,
}: {
  device: keyof typeof screens;
  theme: ThemeOption;
  /** Undefined until the preview is open. */
  src: string | undefined;
  /** The preview could not be opened. */
  hasFailed: boolean;
}) {
  const { ref, width } = useElementSize();
  return (
    <div ref={ref} className={classes.screen} data-device={device} inert>
      {src ? (
        <Frame key={src} device={device} theme={theme} src={src} scale={width / screens[device].width} />
      ) : (
        !hasFailed && <Skeleton height="100%" radius={0} />
      )}
    </div>
  );
}

function Frame({
  device,
  theme,
  src,
  scale,
}: {
  device: keyof typeof screens;
  theme: ThemeOption;
  src: string;
  scale: number;
}) {
  const t = useGalleryText();
  const { language } = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, onLoad } = useFrameState(frame);
  if (state === 'failed') return <IconPhotoOff className={classes.broken} size={22} stroke={1.5} aria-hidden />;
  return (
    <>
      <iframe
        ref={frame}
        className={classes.frame}
        data-ready={state === 'ready' || undefined}
        src={src}
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
