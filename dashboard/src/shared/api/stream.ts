import type { FilePathOf } from './endpoint';
import { basePath, requestHeaders } from './transport';
import { refreshSession } from './refresh';
import { getSession } from '../session/session';

export interface StreamEvent {
  event: string;
  data: string;
  id: string | null;
}

/** Splits a server-sent event text into events; an incomplete one stays in `rest`. */
export function parseEvents(buffer: string): { events: StreamEvent[]; rest: string } {
  const blocks = buffer.replace(/\r\n?/g, '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events: StreamEvent[] = [];
  for (const block of blocks) {
    const event: StreamEvent = { event: 'message', data: '', id: null };
    const data: string[] = [];
    for (const line of block.split('\n')) {
      if (line.startsWith(':')) continue;
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (name === 'event') event.event = value;
      else if (name === 'data') data.push(value);
      else if (name === 'id') event.id = value;
    }
    if (data.length > 0) events.push({ ...event, data: data.join('\n') });
  }
  return { events, rest };
}

/**
 * Listens to a server-sent stream by fetch, since EventSource cannot send the session's headers. Reconnects by itself,
 * with exponential back-off (1 s to 60 s); a missed event is made up for by the 60 s sync. A hidden page holds no
 * stream: over HTTP/1.1 a browser opens six connections to a host for all its tabs and the pages it keeps for Back
 * together, and the seventh page would wait for one. When it becomes visible again, a `resumed` event says that changes
 * may have been missed. Returns the function that stops it.
 */
export function listen(path: FilePathOf<'get'>, onEvent: (event: StreamEvent) => void): () => void {
  const controller = new AbortController();
  let wait = 1000;
  let lastId: string | null = null;

  const read = async (signal: AbortSignal) => {
    const sentWith = getSession().accessToken;
    const headers: Record<string, string> = { ...requestHeaders('GET'), Accept: 'text/event-stream' };
    if (lastId) headers['Last-Event-ID'] = lastId;
    const response = await fetch(`${basePath}${path}`, { headers, signal, cache: 'no-store' });
    if (response.status === 401 && sentWith && !(await refreshSession(sentWith))) controller.abort();
    if (response.status === 403 || response.status === 404) controller.abort();
    if (!response.ok || !response.body) return;
    wait = 1000;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const parsed = parseEvents(buffer + value);
      buffer = parsed.rest;
      for (const event of parsed.events) {
        lastId = event.id ?? lastId;
        onEvent(event);
      }
    }
  };

  let connection = new AbortController();
  let released = document.hidden;
  let notifySeen: (() => void) | null = null;
  const onVisibility = () => {
    if (document.hidden) {
      released = true;
      connection.abort();
    } else notifySeen?.();
  };
  document.addEventListener('visibilitychange', onVisibility);
  controller.signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', onVisibility);
    connection.abort();
    notifySeen?.();
  });

  const loop = async () => {
    while (!controller.signal.aborted) {
      if (document.hidden) await new Promise<void>((resolve) => (notifySeen = resolve));
      if (controller.signal.aborted) return;
      if (released) {
        released = false;
        onEvent({ event: 'resumed', data: '', id: null });
      }
      connection = new AbortController();
      await read(connection.signal).catch(() => undefined);
      if (controller.signal.aborted) return;
      if (released) continue;
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, 60_000);
    }
  };
  void loop();
  return () => controller.abort();
}
