/** Messages between the editor and the page in its frame (crates/storefront/assets/editor.js), all of the form `{ rawaj, v, type, … }`. */
const mark = { rawaj: 'theme-editor', v: 1 } as const;

/** To the frame. The names of the events are part of the theme's contract. */
export type ToFrame =
  | {
      type: 'state';
      /** The names of the sections in the reader's language, by their ids. */
      names: Readonly<Record<string, string>>;
      words: { add: string };
      /** The ids of those that can be moved, in their order. */
      sortable: readonly string[];
      mayEdit: boolean;
    }
  | { type: 'hover'; id: string | null }
  | { type: 'sectionSelection'; id: string; block: string | null }
  | { type: 'sectionSelectionCleared' }
  | { type: 'sectionUpdated'; id: string; tokens?: boolean; page?: boolean }
  | { type: 'sectionAdded'; id: string }
  /** One of the theme's looks to try; null for the draft's own again. */
  | { type: 'lookTried'; look: string | null }
  | { type: 'sectionDeleted'; id: string };

/** A key that was pressed in the frame. */
export interface FrameKey {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** From the frame. */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'hover'; id: string | null }
  | { type: 'select'; id: string; block: string | null }
  | { type: 'add'; before: string | null }
  | { type: 'rendered'; ms: number }
  | ({ type: 'key' } & FrameKey);

const text = (value: unknown) => (typeof value === 'string' && value.length < 60 ? value : null);

/** A message of the frame, or null for anything else: other pages and extensions send messages too. */
export function readMessage(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message.rawaj !== mark.rawaj || message.v !== mark.v) return null;
  const id = text(message.id);
  switch (message.type) {
    case 'ready':
      return { type: 'ready' };
    case 'hover':
      return { type: 'hover', id };
    case 'select':
      return id ? { type: 'select', id, block: text(message.block) } : null;
    case 'add':
      return { type: 'add', before: text(message.before) };
    case 'rendered':
      return typeof message.ms === 'number' ? { type: 'rendered', ms: message.ms } : null;
    case 'key': {
      const code = text(message.code);
      const { ctrlKey, metaKey, shiftKey } = message;
      return code
        ? { type: 'key', code, ctrlKey: ctrlKey === true, metaKey: metaKey === true, shiftKey: shiftKey === true }
        : null;
    }
    default:
      return null;
  }
}

export interface FrameBridge {
  /** Sends to the frame; what it cannot take yet is told by the `state` after its `ready`. */
  post: (message: ToFrame) => void;
  /** Listens to a frame and nothing else; the answer ends it. */
  listen: (frame: HTMLIFrameElement, origin: string, onMessage: (message: FromFrame) => void) => () => void;
}

/** The editor's side of the messages. Only the frame's own window and the storefront's origin are heard and spoken to. */
export function createFrameBridge(): FrameBridge {
  let target: { window: Window; origin: string } | null = null;
  return {
    post: (message) => target?.window.postMessage({ ...mark, ...message }, target.origin),
    listen: (frame, origin, onMessage) => {
      const own = frame.contentWindow;
      if (!own) return () => undefined;
      const current = { window: own, origin };
      target = current;
      const hear = (event: MessageEvent) => {
        if (event.origin !== origin || event.source !== own) return;
        const message = readMessage(event.data);
        if (message) onMessage(message);
      };
      window.addEventListener('message', hear);
      return () => {
        window.removeEventListener('message', hear);
        if (target === current) target = null;
      };
    },
  };
}
