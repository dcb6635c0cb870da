import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconFolders } from '@tabler/icons-react';
import { useCan } from '@/shared/session/session';
import { Tip } from '@/shared/ui/tip';
import { useMenuText } from './i18n';
import { countOf } from './menu-tree';
import classes from './menus.module.css';
import type { MenuEditor } from './use-menu-editor';

/** Above the tree: undo, redo, the links from the categories, and how many links there are. */
export function EditorTools({
  editor,
  onStep,
  onCategories,
  isAdding,
}: {
  editor: MenuEditor;
  onStep: (step: 'undo' | 'redo') => void;
  onCategories: () => void;
  /** The categories are on their way. */
  isAdding: boolean;
}) {
  const t = useMenuText();
  const mayRead = useCan('read', 'Category');
  return (
    <div className={classes.tools}>
      <Group gap={4} role="group" aria-label={t('history')}>
        <Tip label={t('undo')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('undo')}
            aria-keyshortcuts="Control+Z"
            disabled={!editor.canUndo}
            onClick={() => onStep('undo')}
          >
            <IconArrowBackUp size={18} className="flip" />
          </ActionIcon>
        </Tip>
        <Tip label={t('redo')}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('redo')}
            aria-keyshortcuts="Control+Shift+Z"
            disabled={!editor.canRedo}
            onClick={() => onStep('redo')}
          >
            <IconArrowForwardUp size={18} className="flip" />
          </ActionIcon>
        </Tip>
      </Group>
      {mayRead && (
        <Button
          variant="default"
          leftSection={<IconFolders size={16} aria-hidden />}
          loading={isAdding}
          onClick={onCategories}
        >
          {t('fromCategories')}
        </Button>
      )}
      <span className={classes.count}>{t('links', { count: countOf(editor.links) })}</span>
    </div>
  );
}
