import { UnstyledButton } from '@mantine/core';
import { useSession } from '@/shared/session/session';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { useAppText } from '../i18n';
import classes from '../layouts/shell.module.css';

const load = () => import('./user-menu-items');

/** The person: the first letter of their name, with the menu behind it. */
export function UserMenu() {
  const t = useAppText();
  const name = useSession().user?.name ?? '';
  return (
    <LazyMenu
      width={240}
      load={load}
      items={{}}
      trigger={
        <UnstyledButton aria-label={`${t('header.account')}: ${name}`} style={{ borderRadius: 20 }}>
          <span className={classes.avatar}>{[...name.trim()][0] ?? '?'}</span>
        </UnstyledButton>
      }
    />
  );
}
