import { Button } from '@mantine/core';
import { IconChevronDown, IconPlus, IconSettings } from '@tabler/icons-react';
import { useMayOpen } from '@/modules/screens/screens';
import type { ListTab } from '@/shared/table/list-tabs';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';
import { LinkButton } from '@/shared/ui/link-button';
import { Tip } from '@/shared/ui/tip';
import { useSegmentText } from './i18n';
import classes from './segments.module.css';

const loadFolded = () => import('./folded-segments');

/** After the tabs of the segments: those without a tab, a new one, and the page of all. */
export function SegmentTools({
  folded,
  onChoose,
}: {
  folded: readonly ListTab[];
  onChoose: (segment: string) => void;
}) {
  const t = useSegmentText();
  const mayEdit = useMayOpen('/customers/list/segment');
  return (
    <>
      {folded.length > 0 && (
        <LazyMenu
          width={240}
          load={loadFolded}
          items={{ segments: folded, onChoose }}
          trigger={
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.more}
              rightSection={<IconChevronDown size={15} aria-hidden />}
            >
              {t('more', { number: folded.length })}
            </Button>
          }
        />
      )}
      <div className={classes.tools}>
        {mayEdit && (
          <LinkButton
            to="/customers/list/segment"
            search={true}
            variant="subtle"
            size="compact-sm"
            visibleFrom="sm"
            leftSection={<IconPlus size={15} aria-hidden />}
          >
            {t('new')}
          </LinkButton>
        )}
        <Tip label={t('manage')}>
          <LinkActionIcon to="/customers/segments" variant="subtle" color="gray" aria-label={t('manage')}>
            <IconSettings size={18} aria-hidden />
          </LinkActionIcon>
        </Tip>
      </div>
    </>
  );
}
