import { Node } from '@tiptap/core';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { readVideo } from '../lib/video-address';
import { VideoCard } from './video-card';

const read = (address: string | null) => {
  const video = readVideo(address?.replace(/^\/\//, 'https://') ?? '');
  return video ? { address: video.address } : false;
};

/**
 * A video by its address, in the one form that the server keeps (`crates/platform/src/html.rs`): a link for readers
 * that know no players. Players of pasted pages become the same.
 */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ address: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'figure[data-video]', getAttrs: (element) => read(element.getAttribute('data-video')) },
    { tag: 'iframe[src]', getAttrs: (element) => read(element.getAttribute('src')) },
  ],
  renderHTML: ({ node }) => {
    const { address } = node.attrs as { address: string };
    return ['figure', { 'data-video': address }, ['a', { href: address, rel: 'noopener noreferrer' }, address]];
  },
  renderText: ({ node }) => String(node.attrs.address),
  addNodeView: () => ReactNodeViewRenderer(VideoCard),
});
