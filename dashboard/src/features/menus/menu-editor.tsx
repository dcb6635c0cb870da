import { Alert, Button, Card, List } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { currentOf } from '@/shared/api/conflict';
import { SaveBar } from '@/shared/forms/save-bar';
import { useDirtyGuard } from '@/shared/forms/use-dirty-guard';
import { useHistoryKeys } from '@/shared/forms/use-history-keys';
import { useSaveKey } from '@/shared/forms/use-save-key';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { announce } from '@/shared/ui/announce';
import { EmptyState } from '@/shared/ui/empty-state';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { PageHeader } from '@/shared/ui/page';
import { usePageName } from '@/shared/ui/page-name';
import { EditorTools } from './editor-tools';
import { useMenuText } from './i18n';
import { LinkTree } from './link-tree';
import { MenuDraft } from './menu-draft';
import { MenuPreview } from './menu-preview';
import { findRow, moved, treeOf } from './menu-tree';
import type { MenuView } from './menus.api';
import classes from './menus.module.css';
import { placeName } from './place-name';
import { useLinkActs, type OpenForm } from './use-link-acts';
import { useMenuEditor } from './use-menu-editor';

const LinkDrawer = lazyDialog(() => import('./link-drawer'));
const StaleMenu = lazyDialog(() => import('./stale-menu'));

/** The editor of a menu: its links as a tree, and beside it how the store shows them. */
export function MenuEditorPage({ menu }: { menu: MenuView }) {
  const t = useMenuText();
  const s = useShared();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Menu');
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<OpenForm | null>(null);
  const editor = useMenuEditor(menu, (tree, key, errors) => {
    const row = findRow(tree, key);
    if (row) setForm({ link: row.link, parent: null, errors: errors.byKey.get(key) });
  });
  const { links, errors, base } = editor;
  const { acts, isAdding, add, close, apply, addCategories } = useLinkActs(editor, form, setForm);
  const name = textOf(base.name, language);
  usePageName(name);
  useDirtyGuard(() => editor.isDirty);
  useSaveKey(element, mayUpdate);
  const step = (which: 'undo' | 'redo') => {
    if (which === 'undo' ? !editor.canUndo : !editor.canRedo) return;
    editor[which]();
    announce(t(which === 'undo' ? 'undone' : 'redone'));
  };
  useHistoryKeys(step);
  const current = currentOf<'put', '/menus/{id}'>(editor.stale);
  const addButton = (
    <Button data-add-link leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        subtitle={placeName(base.code)}
        back={{ to: '/menus' }}
        actions={mayUpdate && addButton}
      />
      <form
        ref={element}
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (editor.isDirty && !editor.isBusy) void editor.save();
        }}
      >
        {!mayUpdate && (
          <Alert color="gray" variant="light" mb={16} p={12}>
            {t('readOnly')}
          </Alert>
        )}
        {mayUpdate && (
          <MenuDraft
            menu={menu.id}
            links={links}
            isDirty={editor.isDirty}
            onRestore={(tree) => editor.act(() => tree)}
          />
        )}
        {(errors.rest.length > 0 || errors.byKey.size > 0) && (
          <Alert color="red" mb={16} title={errors.byKey.size > 0 ? t('invalid') : s('error.invalid')} role="alert">
            {errors.rest.length > 0 && (
              <List size="sm">
                {errors.rest.map((message) => (
                  <List.Item key={message}>{message}</List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        <div className={classes.columns}>
          <Card padding={0}>
            {mayUpdate && (
              <EditorTools
                editor={editor}
                onStep={step}
                onCategories={() => void addCategories()}
                isAdding={isAdding}
              />
            )}
            <div className={classes.body}>
              {links.length === 0 ? (
                <EmptyState title={t('empty')} text={mayUpdate && t('emptyText')} illustration="box" />
              ) : (
                <LinkTree
                  links={links}
                  errors={errors}
                  acts={mayUpdate ? acts : null}
                  onMove={(key, target) => editor.act((tree) => moved(tree, key, target))}
                />
              )}
            </div>
          </Card>
          <div className={classes.side}>
            <MenuPreview code={base.code} links={links} />
          </div>
        </div>
        {mayUpdate && (
          <SaveBar dirty={editor.isDirty} busy={editor.isBusy} onDiscard={editor.discard}>
            <Button type="submit" loading={editor.isBusy}>
              {s('save')}
            </Button>
          </SaveBar>
        )}
      </form>
      {form && (
        <Suspense fallback={null}>
          <LinkDrawer
            title={
              form.parent
                ? t('addBelowTitle', { name: textOf(form.parent.title, language) })
                : t(form.link ? 'editTitle' : 'addTitle')
            }
            link={form.link}
            errors={form.errors}
            isGuarded={!editor.isDirty}
            onSave={apply}
            onClose={close}
          />
        </Suspense>
      )}
      {current && (
        <Suspense fallback={null}>
          <StaleMenu
            base={editor.saved}
            mine={links}
            theirs={treeOf(current.links)}
            onClose={editor.clearStale}
            onResolve={(chosen) => editor.saveOver(chosen, current)}
          />
        </Suspense>
      )}
    </>
  );
}
