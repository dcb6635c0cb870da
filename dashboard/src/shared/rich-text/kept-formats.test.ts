import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isKept } from './kept-formats';

const rust = readFileSync(resolve(import.meta.dirname, '../../../../crates/platform/src/html.rs'), 'utf8');
const namesIn = (text: string) => [...text.matchAll(/"([\w-]+)"/g)].map(([, name = '']) => name);
const tags = namesIn(/b\.tags\(([\s\S]*?)\);/.exec(rust)?.[1] ?? '');
const attributes = [...rust.matchAll(/b\.(?:generic_attributes|add_tag_attributes)\(([^;]*)\);/g)].flatMap(
  ([, list = '']) => namesIn(list),
);
const hasTags = (...names: string[]) => names.every((name) => tags.includes(name));
const hasStyle = attributes.includes('style');

it('ST-08: the editor offers exactly the formats that the server keeps', () => {
  expect(tags).toEqual(expect.arrayContaining(['p', 'h1', 'strong', 'em', 'u', 's', 'ul', 'ol', 'blockquote', 'a']));
  expect(attributes).toEqual(expect.arrayContaining(['dir', 'href']));
  expect(isKept).toEqual({
    alignment: hasStyle,
    color: hasStyle && hasTags('span'),
    script: hasTags('sub', 'sup'),
    indent: hasStyle,
    code: hasTags('code'),
    codeBlock: hasTags('pre', 'code'),
    rule: hasTags('hr'),
    video: hasTags('iframe'),
  });
});
