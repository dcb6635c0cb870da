import { Alert, Button, Input, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { Sortable, type HandleProps } from '@/shared/dnd/sortable';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Block, SectionOption } from '../theme-editor.api';
import { BlockRow } from './block-row';
import { missingOf, mostBlocks } from './blocks';
import { useSettingsText } from './i18n';
import type { SettingsForm } from './setting-list';
import classes from './settings.module.css';
import { useBlockActs, type BlockActs } from './use-block-acts';
import type { Errors } from './use-fields';

/** The blocks of a section: put in order, opened in place, shown and hidden, added and deleted. */
export function BlockList({
  option,
  blocks,
  errors,
  form,
  activeBlock,
  onActiveBlock,
  onBlocks,
}: {
  option: SectionOption;
  blocks: readonly Block[];
  errors: Errors;
  form: SettingsForm;
  activeBlock: string | null;
  onActiveBlock: (id: string | null) => void;
  onBlocks: (blocks: Block[], label: string) => void;
}) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const acts = useBlockActs({ option, blocks, list, onBlocks, activeBlock, onActiveBlock });
  const rowOf = (block: Block, index: number, handle?: HandleProps) => {
    const isOpen = activeBlock === block.id;
    const kind = option.blocks.find(({ type }) => type === block.type);
    return (
      <BlockRow
        block={block}
        kind={kind}
        kindName={option.blocks.length > 1 ? textOf(kind?.name, language) : ''}
        place={{ index, count: blocks.length }}
        handle={handle}
        isOpen={isOpen}
        onToggle={() => onActiveBlock(isOpen ? null : block.id)}
        acts={acts}
        form={form}
        errors={errors}
      />
    );
  };
  return (
    <div ref={list} role="group" aria-labelledby={heading} className={classes.group}>
      <div className={classes.blocksHead}>
        <Text id={heading} className={classes.heading}>
          {t('blocks.title')}
        </Text>
        <Text span size="xs" c="dimmed">
          {t('blocks.count', { n: blocks.length, max: mostBlocks(option) })}
        </Text>
      </div>
      {errors.blocks && <Input.Error role="alert">{errors.blocks.join(' ')}</Input.Error>}
      {missingOf(option, blocks).map(({ type, missing }) => (
        <Alert key={type} color="yellow">
          {textOf(missing, language)}
        </Alert>
      ))}
      {blocks.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('blocks.empty')}
        </Text>
      )}
      {form.isReadOnly ? (
        <ul className={classes.blocks}>
          {blocks.map((block, index) => (
            <li key={block.id}>{rowOf(block, index)}</li>
          ))}
        </ul>
      ) : (
        <Sortable items={blocks} onSort={acts.sort} className={classes.blocks}>
          {(block, handle, index) => rowOf(block, index, blocks.length > 1 ? handle : undefined)}
        </Sortable>
      )}
      {!form.isReadOnly && <AddBlock option={option} acts={acts} />}
    </div>
  );
}

/** Adds a block; where there are several kinds, of the one that is chosen. */
function AddBlock({ option, acts }: { option: SectionOption; acts: BlockActs }) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const [kind, ...others] = option.blocks;
  const open = option.blocks.filter(({ type }) => !acts.isFull(type));
  if (open.length === 0) {
    return (
      <Text size="xs" c="dimmed" tabIndex={-1} data-add-block>
        {t('blocks.full', { max: mostBlocks(option) })}
      </Text>
    );
  }
  const button = (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconPlus size={16} aria-hidden />}
      data-add-block
      onClick={kind && others.length === 0 ? () => acts.add(kind) : undefined}
    >
      {kind && others.length === 0 ? t('blocks.addKind', { name: textOf(kind.name, language) }) : t('blocks.add')}
    </Button>
  );
  if (others.length === 0) return button;
  return (
    // The focus goes to the new block.
    <Menu width="target" returnFocus={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {open.map((each) => (
          <Menu.Item key={each.type} onClick={() => acts.add(each)}>
            {textOf(each.name, language)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
