import { Input, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import type { RichTextProps } from './rich-text-editor';
import { lazyPart } from '../ui/lazy-part';

const Editor = lazyPart(() => import('./rich-text-editor'));

/**
 * Rich text as HTML, with what the server keeps of the specification's toolbar (`kept-formats.ts`); the editor (about 120 kB) is fetched when first shown.
 * `<RichText label={t('content')} value={html} onChange={setHtml} dir="rtl" />`. The server sanitises the HTML.
 */
export function RichText(props: RichTextProps) {
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={props.label}>
          <Skeleton height={260} radius="md" />
        </Input.Wrapper>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}
