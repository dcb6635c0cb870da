import { ActionIcon, Badge, Button, CloseButton, Indicator, Loader, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { LazyDrawer } from '../ui/lazy-overlay';
import { usePhoneScreen } from '../ui/use-phone-screen';
import classes from './filters-drawer.module.css';
import type { ListState } from './use-list';

/** What is on: how it reads, and the names in the URL that it stands for. */
export interface FilterTag {
  key: string;
  label: string;
  fields: readonly string[];
}

/**
 * Many filters beside the search box: one button, what is on as tags that are taken off one by one, and a form in a drawer.
 * The form comes with the first opening.
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
  /** How many are on, where some are no tags. */
  count?: number;
  button: string;
  /** The button's name while some are on; it says how many. */
  buttonOn: string;
  title?: string;
  size: number;
  phoneSize?: string;
  /** What stands after the tags. */
  after?: ReactNode;
  /** The form, a lazy one; it is given the way to close. */
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
        <Indicator label={count} size={18} offset={3} disabled={count === 0}>
          <ActionIcon variant="default" size={36} aria-label={label} onClick={open}>
            <IconAdjustmentsHorizontal size={18} />
          </ActionIcon>
        </Indicator>
      ) : (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
          rightSection={
            count > 0 ? (
              <Badge circle size="sm" variant="filled" aria-hidden>
                {count}
              </Badge>
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
        // Logical in the kit: the end side, left in Arabic.
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
