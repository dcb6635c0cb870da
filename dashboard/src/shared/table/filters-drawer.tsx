import { ActionIcon, Button, CloseButton, Loader, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { CountMark } from '../ui/count-mark';
import { LazyDrawer } from '../ui/lazy-overlay';
import { usePhoneScreen } from '../ui/use-phone-screen';
import classes from './filters-drawer.module.css';
import type { ListState } from './use-list';

/** An active filter: its text, and its search params. */
export interface FilterTag {
  key: string;
  label: string;
  fields: readonly string[];
}

/**
 * Filters beside the search box: one button, the active ones as removable tags, and a form in a drawer, loaded on first
 * opening.
 */
export function FiltersDrawer({
  list,
  tags,
  count = tags.length,
  button,
  buttonOn,
  title = button,
  size,
  phoneSize = 'auto',
  after,
  children,
}: {
  list: ListState;
  tags: readonly FilterTag[];
  /** Number of active filters, where some have no tag. */
  count?: number;
  button: string;
  /** Label of the button while filters are active; it includes the number. */
  buttonOn: string;
  title?: string;
  size: number;
  phoneSize?: string;
  /** Rendered after the tags. */
  after?: ReactNode;
  /** The lazy form; it gets a close callback. */
  children: (close: () => void) => ReactNode;
}) {
  const s = useShared();
  const phone = usePhoneScreen();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  const label = count > 0 ? buttonOn : button;
  return (
    <>
      {phone ? (
        <CountMark count={count}>
          <ActionIcon variant="default" size={36} aria-label={label} onClick={open}>
            <IconAdjustmentsHorizontal size={18} />
          </ActionIcon>
        </CountMark>
      ) : (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          rightSection={
            count > 0 ? (
              <span className={classes.count} aria-hidden>
                {count}
              </span>
            ) : undefined
          }
          aria-label={label}
          onClick={open}
        >
          {button}
        </Button>
      )}
      {tags.length > 0 && (
        <ul className={classes.tags}>
          {tags.map((tag) => (
            <li key={tag.key} className={classes.tag}>
              <bdi>{tag.label}</bdi>
              <CloseButton
                size="sm"
                variant="transparent"
                c="inherit"
                aria-label={s('list.removeFilter', { name: tag.label })}
                onClick={() => list.set(Object.fromEntries(tag.fields.map((field) => [field, undefined])))}
              />
            </li>
          ))}
        </ul>
      )}
      {after}
      <LazyDrawer
        opened={isOpen}
        onClose={close}
        // Logical in Mantine here: the end side, left in Arabic.
        position={phone ? 'bottom' : 'right'}
        size={phone ? phoneSize : size}
        title={
          <Text fw={600} fz={17}>
            {title}
          </Text>
        }
        closeButtonProps={{ 'aria-label': s('close') }}
      >
        <Suspense fallback={<Loader size="sm" />}>{children(close)}</Suspense>
      </LazyDrawer>
    </>
  );
}
