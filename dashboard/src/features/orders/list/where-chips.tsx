import { CloseButton } from '@mantine/core';
import { useRuleBuilderText } from '@/modules/rule-builder/i18n';
import type { ListState } from '@/shared/table/use-list';
import tags from '@/shared/table/filters-drawer.module.css';
import classes from '../orders.module.css';
import { useOrderListText } from './i18n';
import { useRuleWords } from './rule-words';
import { writeGroups, type Groups } from './rules';

/** The active filter groups as chips, each removable. */
export default function WhereChips({ list, groups }: { list: ListState; groups: Groups }) {
  const t = useOrderListText();
  const b = useRuleBuilderText();
  const { group: words } = useRuleWords();
  return (
    <ul className={tags.tags}>
      {groups.map((group, at) => {
        const label = words(group);
        return (
          <li key={JSON.stringify(group)} className={classes.chipItem}>
            {at > 0 && <span className={classes.or}>{b('or')}</span>}
            <span className={tags.tag}>
              <bdi>{label}</bdi>
              <CloseButton
                size="sm"
                variant="transparent"
                c="inherit"
                aria-label={t('where.remove', { name: label })}
                onClick={() => list.set({ where: writeGroups(groups.filter((_, other) => other !== at)) })}
              />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
