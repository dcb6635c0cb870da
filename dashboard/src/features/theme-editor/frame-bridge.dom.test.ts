import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFrameBridge, readMessage } from './frame-bridge';

const shop = 'https://shop.example';
const message = (type: string, more: object = {}) => ({ rawaj: 'theme-editor', v: 1, type, ...more });

function listen() {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const heard = vi.fn();
  const bridge = createFrameBridge();
  const leave = bridge.listen(frame, shop, heard);
  const say = (data: unknown, origin = shop, source: MessageEventSource | null = frame.contentWindow) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  return { frame, heard, bridge, leave, say };
}

afterEach(() => document.body.replaceChildren());

describe('TH-02: messages of the frame', () => {
  it('only those of its own window and of the storefront are heard', () => {
    const { heard, say, leave } = listen();
    say(message('ready'), 'https://evil.example');
    say(message('ready'), shop, window);
    expect(heard).not.toHaveBeenCalled();
    say(message('ready'));
    expect(heard).toHaveBeenCalledWith({ type: 'ready' });
    leave();
    say(message('ready'));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('are sent to the storefront alone, and to nobody once the frame is left', () => {
    const { frame, bridge, leave } = listen();
    const post = vi.fn();
    Object.assign(frame.contentWindow ?? {}, { postMessage: post });
    bridge.post({ type: 'sectionDeleted', id: 'sec_1' });
    expect(post).toHaveBeenCalledWith(message('sectionDeleted', { id: 'sec_1' }), shop);
    leave();
    bridge.post({ type: 'sectionSelectionCleared' });
    expect(post).toHaveBeenCalledTimes(1);
  });

  it.each([
    [message('select', { id: 'sec_1', block: 7 }), { type: 'select', id: 'sec_1', block: null }],
    [message('add', { before: 'sec_2' }), { type: 'add', before: 'sec_2' }],
    [message('hover', { id: null }), { type: 'hover', id: null }],
    [message('rendered', { ms: 12 }), { type: 'rendered', ms: 12 }],
    [
      message('key', { code: 'KeyZ', ctrlKey: true }),
      { type: 'key', code: 'KeyZ', ctrlKey: true, metaKey: false, shiftKey: false },
    ],
    [message('select', { id: 'x'.repeat(80) }), null],
    [message('rendered', { ms: 'soon' }), null],
    [message('unknown'), null],
    [{ ...message('ready'), v: 2 }, null],
    [{ type: 'ready' }, null],
    ['ready', null],
    [null, null],
  ])('%j', (data, read) => expect(readMessage(data)).toEqual(read));
});
