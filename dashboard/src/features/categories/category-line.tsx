import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconFolder,
  IconGripVertical,
  IconListNumbers,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, Suspense, useState } from 'react';
import type { Branch, Category } from '@/modules/category-tree/categories';
import tree from '@/shared/dnd/tree.module.css';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { ForwardIcon } from '@/shared/ui/icons';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { maxLevels } from './categories.model';
import classes from './categories.module.css';
import { useCategoryText } from './i18n';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

const DeleteCategory = lazyDialog(() => import('./delete-category'));

/** One row of the tree. Memoised: moving a row must not render its neighbours. */
export const CategoryLine = memo(function CategoryLine({
  branch,
  categories,
  isMovable = false,
  isHeld = false,
  path,
  isOpen,
  hasTree = false,
  onToggle,
}: {
  branch: Branch;
  categories: readonly Category[];
  /** It has a drag handle, whose events the tree handles. */
  isMovable?: boolean;
  /** It is being moved by keyboard or pointer. */
  isHeld?: boolean;
  /** Names of its ancestors, in search results. */
  path?: string;
  isOpen?: boolean;
  /** Some row has an arrow: the others leave its space free. */
  hasTree?: boolean;
  onToggle: (id: string) => void;
}) {
  const t = useCategoryText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const mayUpdate = useCan('update', 'Category');
  const { category, depth, children } = branch;
  const name = textOf(category.name, language);
  const image = category.image?.urls?.['320'] ?? category.image?.url;
  return (
    <div className={classes.row} style={{ paddingInlineStart: 8 + depth * (phone ? 18 : 34) }}>
      {isMovable ? (
        <ActionIcon
          className={tree.grip}
          size={28}
          aria-label={t('move', { name })}
          aria-describedby="category-move-help"
          aria-pressed={isHeld}
          data-move={category.id}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      ) : (
        <span style={{ inlineSize: 28, flex: 'none' }} />
      )}
      {children.length > 0 ? (
        <ActionIcon
          className={tree.toggle}
          size={28}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'close' : 'open', { name })}
          onClick={() => onToggle(category.id)}
        >
          <ForwardIcon />
        </ActionIcon>
      ) : (
        hasTree && !phone && <span className={tree.toggle} />
      )}
      <span className={classes.thumb}>
        {image ? <img src={image} alt="" loading="lazy" /> : <IconFolder size={18} stroke={1.5} aria-hidden />}
      </span>
      <div className={tree.text}>
        {mayUpdate ? (
          <Link to="/products-categories/list/$id" params={{ id: category.id }} className={tree.name}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className={tree.name}>{name}</bdi>
        )}
        <div className={classes.count}>
          {path && (
            <>
              <bdi>{path}</bdi> ·{' '}
            </>
          )}
          <Link to="/products-categories/products/$id" params={{ id: category.id }} className={classes.count}>
            {t('products', { count: category.products_count })}
          </Link>
        </div>
      </div>
      {!category.is_active && <StatusBadge tone="gray">{t('hidden')}</StatusBadge>}
      <LineMenu branch={branch} categories={categories} name={name} />
    </div>
  );
});

function LineMenu({ branch, categories, name }: { branch: Branch; categories: readonly Category[]; name: string }) {
  const t = useCategoryText();
  const s = useShared();
  const mayCreate = useCan('create', 'Category');
  const mayUpdate = useCan('update', 'Category');
  const mayDelete = useCan('delete', 'Category');
  const { category } = branch;
  const [isDeleteOpen, setDeleteOpen] = useState(false);
  if (!mayCreate && !mayUpdate && !mayDelete) return null;
  // The real depth, also in search results.
  const depth = depthOf(categories, category);
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={t('rowMenu', { name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayUpdate && (
            <LinkMenuItem
              to="/products-categories/list/$id"
              params={{ id: category.id }}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {s('edit')}
            </LinkMenuItem>
          )}
          <LinkMenuItem
            to="/products-categories/products/$id"
            params={{ id: category.id }}
            leftSection={<IconListNumbers size={16} aria-hidden />}
          >
            {t('productsTitle')}
          </LinkMenuItem>
          {mayCreate && depth + 1 < maxLevels && (
            <LinkMenuItem
              to="/products-categories/list/$id"
              params={{ id: 'new' }}
              search={{ parent: category.id }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('addBelow')}
            </LinkMenuItem>
          )}
          {mayDelete && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleteOpen(true)}
              >
                {s('delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleteOpen && (
        <Suspense fallback={null}>
          <DeleteCategory
            category={category}
            categories={categories}
            name={name}
            onClose={() => setDeleteOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function depthOf(categories: readonly Category[], category: Category): number {
  let depth = 0;
  let parent = category.parent_id;
  while (parent && depth < 10) {
    depth += 1;
    const above = categories.find((candidate) => candidate.id === parent);
    parent = above?.parent_id ?? null;
  }
  return depth;
}
