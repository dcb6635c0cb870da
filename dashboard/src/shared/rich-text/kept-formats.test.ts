import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { alignments, maxIndent } from './block-formats';
import { isKept } from './kept-formats';
import { colorNames } from './palette';

const rust = readFileSync(resolve(import.meta.dirname, '../../../../crates/platform/src/html.rs'), 'utf8');
const namesIn = (text: string) => [...text.matchAll(/"([\w-]+)"/g)].map(([, name = '']) => name);
const tags = namesIn(/b\.tags\(([\s\S]*?)\);/.exec(rust)?.[1] ?? '');
const attributes = [...rust.matchAll(/b\.(?:generic_attributes|add_tag_attributes)\(([^;]*)\);/g)].flatMap(
  ([, list = '']) => namesIn(list),
);
const hasTags = (...names: string[]) => names.every((name) => tags.includes(name));
const hasAttributes = (...names: string[]) => names.every((name) => attributes.includes(name));
const values = (list: string) => namesIn(new RegExp(`const ${list}: [^=]*= ([^;]*);`).exec(rust)?.[1] ?? '');

it('ST-08: the editor offers exactly the formats that the server keeps', () => {
  expect(tags).toEqual(expect.arrayContaining(['p', 'h1', 'strong', 'em', 'u', 's', 'ul', 'ol', 'blockquote', 'a']));
  expect(attributes).toEqual(expect.arrayContaining(['dir', 'href']));
  expect(isKept).toEqual({
    alignment: hasAttributes('data-align'),
    color: hasAttributes('data-color', 'data-background') && hasTags('span'),
    script: hasTags('sub', 'sup'),
    indent: hasAttributes('data-indent'),
    code: hasTags('code'),
    codeBlock: hasTags('pre', 'code'),
    rule: hasTags('hr'),
    video: hasAttributes('data-video') && hasTags('figure'),
  });
});

it('ST-08: the looks that the editor writes have exactly the values that the server keeps', () => {
  expect(values('ALIGNMENTS')).toEqual(alignments);
  expect(values('PALETTE')).toEqual(colorNames);
  expect(values('INDENTS')).toEqual(Array.from({ length: maxIndent }, (_, at) => String(at + 1)));
  expect(attributes).not.toContain('style');
});
