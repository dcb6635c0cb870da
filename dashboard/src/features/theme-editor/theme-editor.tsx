import { SegmentedControl } from '@mantine/core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useHistoryKeys } from '@/shared/forms/use-history-keys';
import { ErrorState } from '@/shared/ui/error-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { usePageName } from '@/shared/ui/page-name';
import { ListSkeleton } from './editor-skeleton';
import { useThemeText } from './i18n';
import { PreviewPane, type Device } from './preview-pane';
import { RenameDialog } from './rename-dialog';
import { SectionPanel } from './section-panel';
import { StructureList } from './structure-list';
import type { Section, Theme } from './theme-editor.api';
import classes from './theme-editor.module.css';
import { TopBar } from './top-bar';
import { useDraftActs } from './use-draft-acts';
import { useOthers } from './use-others';
import { usePreview } from './use-preview';
import { usePreviewPath } from './use-preview-path';
import { useSectionActs, type SectionActs } from './use-section-acts';
import { useThemeEditor, type ThemeEditor } from './use-theme-editor';

const SectionPicker = lazyDialog(() => import('./section-picker'));
const PublishDialog = lazyDialog(() => import('./publish-dialog'));
const VersionsDrawer = lazyDialog(() => import('./versions-drawer'));
const StaleSection = lazyDialog(() => import('./stale-section'));
const DraftLinkDialog = lazyDialog(() => import('./draft-link-dialog'));
const ShortcutsDialog = lazyDialog(() => import('@/shared/table/shortcuts-dialog'));

/** What is open above the editor. */
type Overlay =
  | { kind: 'add'; before: string | null }
  | { kind: 'rename'; section: Section }
  | { kind: 'publish' | 'versions' | 'shortcuts' };

/** TH-01 to TH-03: the bar, the sections of the page or the settings of one, and the preview. */
export function ThemeEditorFrame({ theme }: { theme: Theme }) {
  const t = useThemeText();
  const editor = useThemeEditor(theme);
  const acts = useSectionActs(editor);
  const draft = useDraftActs(editor);
  const path = usePreviewPath(editor.page);
  const { preview, error, reopen, others } = usePreview(theme.theme);
  const [device, setDevice] = useState<Device>('desktop');
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  usePageName(`${t('title')} · ${editor.nameOf(theme)}`);
  useOthers(editor);
  useHistoryKeys((which) => void editor.step(which));
  useEscape(editor.section !== null && !editor.isSingle, acts.close);
  const publish = async () => {
    // What is still being typed belongs to it.
    await editor.session.settle();
    setOverlay({ kind: 'publish' });
  };
  return (
    <div className={classes.root}>
      <TopBar
        editor={editor}
        others={others}
        device={device}
        onDevice={setDevice}
        onPublish={() => void publish()}
        more={{
          share: () => void draft.share(),
          stopSharing: () => void draft.stopSharing(),
          versions: () => setOverlay({ kind: 'versions' }),
          discard: () => void draft.discard(),
          cancelSchedule: () => void draft.cancelSchedule(),
          shortcuts: () => setOverlay({ kind: 'shortcuts' }),
        }}
      />
      <div className={classes.body} data-tab={editor.tab}>
        <aside className={classes.panel} aria-label={t('sections')}>
          <Panel
            editor={editor}
            acts={acts}
            onAdd={() => setOverlay({ kind: 'add', before: null })}
            onRename={(section) => setOverlay({ kind: 'rename', section })}
          />
        </aside>
        <PreviewPane
          editor={editor}
          preview={preview}
          error={error}
          path={path}
          device={device}
          turn={draft.turn}
          onReopen={reopen}
          onAdd={(before) => setOverlay({ kind: 'add', before })}
        />
      </div>
      <div className={classes.tabs}>
        <SegmentedControl
          fullWidth
          aria-label={t('shown')}
          value={editor.tab}
          onChange={(value) => editor.setTab(value === 'preview' ? 'preview' : 'sections')}
          data={[
            { value: 'sections', label: t('sections') },
            { value: 'preview', label: t('preview') },
          ]}
        />
      </div>
      <Suspense fallback={null}>
        <Overlays
          overlay={overlay}
          editor={editor}
          acts={acts}
          onRestore={(number) => void draft.restore(number)}
          onClose={() => setOverlay(null)}
        />
        {draft.link && <DraftLinkDialog url={draft.link} onClose={draft.closeLink} />}
        <Conflict editor={editor} />
      </Suspense>
    </div>
  );
}

const above =
  '[role="dialog"],[role="menu"],[role="listbox"],[aria-haspopup][aria-expanded="true"],[data-move][aria-pressed="true"]';

/** Escape closes the settings, unless it belongs to something that is open above them, or to a row that is held. */
function useEscape(isOn: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || (event.target instanceof Element && event.target.closest(above))) return;
      latest.current();
    };
    // Before whatever is open has closed itself with the same key.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOn]);
}

/** The lists of the page, or the settings of the section that is selected. */
function Panel({
  editor,
  acts,
  onAdd,
  onRename,
}: {
  editor: ThemeEditor;
  acts: SectionActs;
  onAdd: () => void;
  onRename: (section: Section) => void;
}) {
  const { lists, section, query, options } = editor;
  const error = query.error ?? options.error;
  if (lists && options.data) {
    return section ? (
      <SectionPanel key={section.id} section={section} editor={editor} acts={acts} onRename={onRename} />
    ) : (
      <StructureList lists={lists} editor={editor} acts={acts} onAdd={onAdd} onRename={onRename} />
    );
  }
  if (error) {
    const retry = () => void Promise.all([query.refetch(), options.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  return <ListSkeleton />;
}

function Overlays({
  overlay,
  editor,
  acts,
  onRestore,
  onClose,
}: {
  overlay: Overlay | null;
  editor: ThemeEditor;
  acts: SectionActs;
  onRestore: (number: number) => void;
  onClose: () => void;
}) {
  const t = useThemeText();
  switch (overlay?.kind) {
    case 'add':
      return <SectionPicker editor={editor} acts={acts} before={overlay.before} onClose={onClose} />;
    case 'rename':
      return (
        <RenameDialog
          section={overlay.section}
          onName={(name) => acts.rename(editor.session.find(overlay.section.id) ?? overlay.section, name)}
          onClose={onClose}
        />
      );
    case 'publish':
      return <PublishDialog editor={editor} onClose={onClose} />;
    case 'versions':
      return (
        <VersionsDrawer
          editor={editor}
          onRestore={(number) => {
            onClose();
            onRestore(number);
          }}
          onClose={onClose}
        />
      );
    case 'shortcuts':
      return (
        <ShortcutsDialog
          isList={false}
          more={[
            { keys: ['Ctrl', 'Z'], label: t('undo') },
            { keys: ['Ctrl', 'Shift', 'Z'], label: t('redo') },
            { keys: ['Esc'], label: t('keys.close') },
            { keys: ['Space'], label: t('keys.move') },
          ]}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}

/** The conflict of the first section that somebody else changed meanwhile. */
function Conflict({ editor }: { editor: ThemeEditor }) {
  const found = [...editor.state.unsaved].find(([, { stale }]) => stale !== null);
  if (!found) return null;
  const [id, { stale, patch }] = found;
  if (!stale || !patch) return null;
  return (
    <StaleSection
      key={id}
      option={editor.optionOf(stale.theirs.slug)}
      base={stale.base}
      theirs={stale.theirs}
      patch={patch}
      onResolve={(chosen) => void editor.session.resolve(id, stale.theirs, chosen)}
      onClose={() => editor.session.postpone(id)}
    />
  );
}
