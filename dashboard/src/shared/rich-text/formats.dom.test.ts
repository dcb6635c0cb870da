import { readFileSync } from 'node:fs';
import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Direction } from '../i18n/language';
import { alignments, visibleAlignment } from './block-formats';
import { editorExtensions } from './extensions';
import { colorNames } from './palette';

const rust = readFileSync('../crates/platform/src/html.rs', 'utf8');
/** The server's own test saves it and finds it unchanged. */
const kept = /const EDITOR_HTML: &str = r#"([^#]*)"#;/.exec(rust)?.[1] ?? '';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());
function edit(content: string, direction: Direction = 'rtl', hasDirection = false) {
  editor?.destroy();
  editor = new Editor({
    extensions: editorExtensions(direction),
    content,
    ...(hasDirection && { textDirection: direction }),
  });
  return editor;
}
const again = (html: string) => edit(html).getHTML();

describe('the formats of a text', () => {
  it('ST-08: what the server is known to keep, the editor reads and writes unchanged', () => {
    expect(kept.length).toBeGreaterThan(500);
    expect(edit(kept, 'rtl', true).getHTML()).toBe(kept);
    for (const part of ['<sub', '<sup', '<code', '<pre', '<hr', 'data-align', 'data-indent', 'data-color', 'data-back'])
      expect(kept).toContain(part);
  });

  it.each([
    ...['sub', 'sup', 'code', 's', 'u'].map((tag) => `<p>a<${tag}>b</${tag}>c</p>`),
    '<pre><code>a\n\n  b</code></pre>',
    '<p>a</p><hr><p>b</p>',
    ...alignments.flatMap((align) => [`<p data-align="${align}">a</p>`, `<h2 data-align="${align}">a</h2>`]),
    ...[1, 2, 3, 4].flatMap((step) => [`<p data-indent="${step}">a</p>`, `<h4 data-indent="${step}">a</h4>`]),
    ...colorNames.flatMap((color) => [
      `<p><span data-color="${color}">a</span></p>`,
      `<p><span data-background="${color}">a</span></p>`,
      `<p><span data-color="${color}"><span data-background="${color}">a</span></span></p>`,
    ]),
  ])('ST-08: %s', (html) => expect(again(html)).toBe(html));

  it('ST-08: what the server drops is not accepted', () => {
    expect(again('<p data-align="middle" data-indent="x">a</p>')).toBe('<p>a</p>');
    expect(again('<p data-indent="9">a</p>')).toBe('<p data-indent="4">a</p>');
    expect(again('<p><span data-color="black" style="color: red">a</span></p>')).toBe('<p>a</p>');
    expect(again('<p style="text-align: center; color: red">a</p>')).not.toContain('style');
  });

  const figure = (address: string) =>
    `<figure data-video="${address}"><a href="${address}" rel="noopener noreferrer">${address}</a></figure>`;

  it.each([
    ['<figure data-video="youtu.be/dQw4w9WgXcQ?si=a"></figure>', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
    [
      '<iframe src="https://player.vimeo.com/video/76979871?h=8272103f6e"></iframe>',
      'https://vimeo.com/76979871/8272103f6e',
    ],
    [figure('https://cdn.example.com/a.mp4?x=1&amp;y=2'), 'https://cdn.example.com/a.mp4?x=1&amp;y=2'],
  ])('ST-08: a video in its one form: %s', (html, address) => {
    expect(again(`<p>a</p>${html}<p>b</p>`)).toBe(`<p>a</p>${figure(address)}<p>b</p>`);
    expect(edit(figure(address)).isEmpty).toBe(false);
  });

  it.each([
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://evil.example/embed/dQw4w9WgXcQ',
    'http://cdn.example.com/a.mp4',
    'data:video/mp4;base64,AAAA',
  ])('ST-08: no video: %s', (address) => {
    expect(again(`<p>a</p><figure data-video="${address}">b</figure>`)).toBe('<p>a</p><p>b</p>');
    expect(again(`<p>a</p><iframe src="${address}"></iframe>`)).toBe('<p>a</p>');
  });

  it('ST-08: a chosen video is deleted like a letter, and undo brings it back', () => {
    const html = `<p>a</p>${figure('https://vimeo.com/76979871')}<p>b</p>`;
    const text = edit(html);
    text.commands.setNodeSelection(3);
    expect(text.isActive('video')).toBe(true);
    text.commands.keyboardShortcut('Backspace');
    expect(text.getHTML()).toBe('<p>a</p><p>b</p>');
    text.commands.undo();
    expect(text.getHTML()).toBe(html);
    expect(text.getText()).toContain('https://vimeo.com/76979871');
  });

  it('ST-08: one span may have a colour and a background', () => {
    expect(again('<p><span data-color="red" data-background="blue">a</span></p>')).toBe(
      '<p><span data-color="red"><span data-background="blue">a</span></span></p>',
    );
  });

  it.each([
    ['rtl', '<p style="text-align: left">a</p>', 'end'],
    ['rtl', '<p style="text-align: right">a</p>', 'start'],
    ['ltr', '<p style="text-align: right">a</p>', 'end'],
    ['rtl', '<p dir="ltr" style="text-align: right">a</p>', 'end'],
    ['ltr', '<div dir="rtl"><p align="left">a</p></div>', 'end'],
    ['ltr', '<h2 align="CENTER">a</h2>', 'center'],
    ['rtl', '<p style="text-align: justify">a</p>', 'justify'],
  ] as const)('ST-08: %s: the alignment of a pasted or older text: %s', (direction, html, align) =>
    expect(edit(html, direction).getHTML()).toContain(`data-align="${align}"`),
  );

  it('ST-08: a side of the page is that of each block, and stays with the text', () => {
    const text = edit('<p>a</p><p dir="ltr">b</p>', 'rtl', true);
    expect(visibleAlignment(text, 'rtl')).toBe('right');
    text.chain().selectAll().alignTo('left').run();
    expect(text.getHTML()).toBe('<p dir="rtl" data-align="end">a</p><p dir="ltr" data-align="start">b</p>');
    text.commands.setTextSelection(1);
    expect(visibleAlignment(text, 'rtl')).toBe('left');
    text.commands.setTextDirection('ltr');
    expect(visibleAlignment(text, 'rtl')).toBe('right');
  });

  it('ST-08: indents by four steps at most, each chosen block, and nests lists instead', () => {
    const text = edit('<h2>a</h2><p>b</p>');
    text.commands.selectAll();
    expect(text.can().outdent()).toBe(false);
    for (let step = 0; step < 4; step += 1) expect(text.commands.indent()).toBe(true);
    expect(text.can().indent()).toBe(false);
    expect(text.getHTML()).toBe('<h2 data-indent="4">a</h2><p data-indent="4">b</p>');
    text.commands.outdent();
    expect(text.getHTML()).toBe('<h2 data-indent="3">a</h2><p data-indent="3">b</p>');
    const list = edit('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>');
    list.commands.setTextSelection(8);
    list.commands.indent();
    expect(list.getHTML()).toBe('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><p>c</p>');
    list.commands.outdent();
    expect(list.getHTML()).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>');
  });
});
