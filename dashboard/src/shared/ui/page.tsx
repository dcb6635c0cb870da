import { Box, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { ErrorState } from './error-state';
import { HeaderActions, type HeaderAction } from './header-actions';
import { BackIcon } from './icons';
import classes from './page.module.css';
import { useDelayed } from './use-delayed';
import { routerLink, type AppLink } from './app-link';
import { usePhoneScreen } from './use-phone-screen';

/** Title, one secondary line, and the actions at the end, the main one last. */
export function PageHeader({
  title,
  subtitle,
  badge,
  back,
  more,
  actions,
}: {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Status badges beside the title. */
  badge?: ReactNode;
  /** Target of the back arrow: the list this page belongs to. */
  back?: AppLink;
  /** Secondary actions: buttons, or one menu where there is no room. */
  more?: readonly HeaderAction[];
  /** The main act. */
  actions?: ReactNode;
}) {
  const s = useShared();
  const phone = usePhoneScreen();
  const hasMore = more !== undefined && more.length > 0;
  return (
    <div className={classes.header} data-menu={(phone && hasMore && !actions) || undefined}>
      <div className={classes.heading}>
        {back && (
          <Link {...routerLink(back)} className={classes.back} aria-label={s('back')}>
            <BackIcon size={20} />
          </Link>
        )}
        <div className={classes.titles}>
          <Group gap={10}>
            <Title order={1} className={classes.title}>
              {title}
            </Title>
            {badge}
          </Group>
          {subtitle && (
            <Text size="sm" c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
      </div>
      {(actions || hasMore) && (
        <div className={classes.actions}>
          {hasMore && <HeaderActions actions={more} />}
          {actions}
        </div>
      )}
    </div>
  );
}

/** Main content at two thirds, a side column at one third; stacked on phones. */
export function TwoColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap={20} miw={0}>
        {main}
      </Stack>
      <Stack gap={20} miw={0}>
        {side}
      </Stack>
    </div>
  );
}

/** A titled card of a page. */
export function Section({
  title,
  text,
  actions,
  children,
}: {
  title?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const hasBody = Children.toArray(children).length > 0;
  return (
    <Card component="section" padding={0}>
      <Box p={{ base: 16, sm: 20 }}>
        {(title || actions) && (
          <Group justify="space-between" mb={text ? 2 : 14} wrap="nowrap">
            <Title order={2} size="h3">
              {title}
            </Title>
            {actions && <Group gap={8}>{actions}</Group>}
          </Group>
        )}
        {text && (
          <Text size="sm" c="dimmed" mb={hasBody ? 14 : 0} component="div">
            {text}
          </Text>
        )}
        {children}
      </Box>
    </Card>
  );
}

/**
 * The page of one row, in its three states. Create and edit are one page: pass no `query` to create.
 *
 * ```tsx
 * <DetailPage query={useQuery(coupons.findQuery(id))}>
 *   {(coupon) => <CouponForm key={coupon.id} coupon={coupon} />}
 * </DetailPage>
 * ```
 * The `key` keeps a background refetch from resetting what someone is typing.
 */
export function DetailPage<T>({
  query,
  isFullPage = false,
  children,
}: {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The page has no title without the row: the error is its title then. */
  isFullPage?: boolean;
  children: (row: T) => ReactNode;
}) {
  const waiting = query.data === undefined && !query.error;
  const late = useDelayed(waiting);
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return <ErrorState order={isFullPage ? 1 : 2} error={query.error} onRetry={() => void query.refetch()} />;
  return late ? <DetailSkeleton /> : null;
}

/** Skeleton of a two-column page. */
export function DetailSkeleton() {
  const s = useShared();
  return (
    <div aria-busy="true" aria-label={s('loading')} role="status">
      <Skeleton height={32} width={260} mb={24} />
      <TwoColumns
        main={
          <>
            <Skeleton height={280} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </>
        }
        side={
          <>
            <Skeleton height={160} radius="lg" />
            <Skeleton height={220} radius="lg" />
          </>
        }
      />
    </div>
  );
}
