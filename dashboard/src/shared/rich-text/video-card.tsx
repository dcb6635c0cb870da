import { ActionIcon } from '@mantine/core';
import { IconExternalLink, IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { closeHistory } from '@tiptap/pm/history';
import { NodeViewWrapper, type NodeViewProps } from '@tiptap/react';
import { readVideo } from '../lib/video-address';
import { useEditorText } from './i18n';
import classes from './video-card.module.css';

/** A video in the text: where it comes from, without asking that site for anything. */
export function VideoCard({ node, selected, editor, deleteNode }: NodeViewProps) {
  const t = useEditorText();
  const address = String(node.attrs.address);
  const provider = readVideo(address)?.provider ?? 'file';
  const remove = () => {
    // One undo brings the video back, however soon after it was put in: changes within half a second are otherwise one step.
    editor.view.dispatch(closeHistory(editor.state.tr));
    deleteNode();
  };
  // Its buttons are for the pointer; by keyboard it is chosen and deleted as a letter is.
  return (
    <NodeViewWrapper
      role="group"
      aria-label={`${t(`editor.video.${provider}`)}: ${address}`}
      className={classes.card}
      data-selected={selected || undefined}
    >
      <span className={classes.play} data-drag-handle>
        <IconPlayerPlayFilled size={18} aria-hidden />
      </span>
      <span className={classes.words} data-drag-handle>
        <span className={classes.name}>{t(`editor.video.${provider}`)}</span>
        <bdi className={classes.address}>{address.replace(/^https:\/\/(?:www\.)?/, '')}</bdi>
      </span>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        tabIndex={-1}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('editor.videoOpen')}
        title={t('editor.videoOpen')}
      >
        <IconExternalLink size={16} className="flip" />
      </ActionIcon>
      {editor.isEditable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={-1}
          onClick={remove}
          aria-label={t('editor.videoRemove')}
          title={t('editor.videoRemove')}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </NodeViewWrapper>
  );
}
