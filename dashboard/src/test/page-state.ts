// Test files share the page of their worker (vite.config.ts). Global state that a file leaves is reset after it:
// otherwise tests would depend on the files that ran before.

/** Globals that tests stub, and that the app's code adds properties to. */
const owners = (): object[] => [
  globalThis,
  document,
  history,
  navigator,
  Document.prototype,
  Element.prototype,
  HTMLElement.prototype,
  Range.prototype,
];

interface Property {
  descriptor: PropertyDescriptor;
  /** jsdom's globals are accessors that store what was assigned: the descriptor alone does not tell. */
  value: unknown;
}

/** Globals of the test runner, and marks of libraries that load once per worker. */
const isForeign = (owner: object, key: PropertyKey) =>
  owner === globalThis && (typeof key === 'symbol' || String(key).startsWith('__'));

function propertiesOf(owner: object): Map<PropertyKey, Property> {
  const found = new Map<PropertyKey, Property>();
  for (const key of Reflect.ownKeys(owner)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
    if (!descriptor || isForeign(owner, key)) continue;
    const value: unknown = descriptor.get && owner === globalThis ? Reflect.get(owner, key) : undefined;
    found.set(key, { descriptor, value });
  }
  return found;
}

function restoreProperties(owner: object, before: Map<PropertyKey, Property>): void {
  const now = propertiesOf(owner);
  for (const key of now.keys()) if (!before.has(key)) Reflect.deleteProperty(owner, key);
  for (const [key, { descriptor, value }] of before) {
    const found = now.get(key);
    if (found?.descriptor.get !== descriptor.get || found?.descriptor.value !== descriptor.value)
      Reflect.defineProperty(owner, key, descriptor);
    if (typeof value === 'function' && Reflect.get(owner, key) !== value) Reflect.set(owner, key, value);
  }
}

type Listener = Parameters<EventTarget['addEventListener']>;
type Start = typeof setTimeout | typeof setInterval;

/**
 * Takes a snapshot of the page; the returned function restores it: globals, listeners of window and document, running
 * timers, session storage, cookies, the address and the document itself.
 */
export function rememberPage(): () => void {
  const before = owners().map((owner) => [owner, propertiesOf(owner)] as const);
  // The same elements are kept: the testing library's queries hold a reference to the body.
  const { documentElement: root, head, body } = document;
  const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);

  const listening: [EventTarget, Listener][] = [];
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target) as EventTarget['addEventListener'];
    target.addEventListener = (...listener: Listener) => {
      listening.push([target, listener]);
      add(...listener);
    };
  }
  const running = new Set<ReturnType<Start>>();
  const watched = <T extends Start>(start: T): T =>
    new Proxy(start, {
      apply: (call, self, args) => {
        const timer = Reflect.apply(call, self, args);
        running.add(timer);
        return timer;
      },
    });
  globalThis.setTimeout = watched(setTimeout);
  globalThis.setInterval = watched(setInterval);

  return () => {
    for (const timer of running) clearTimeout(timer);
    for (const [owner, properties] of before) restoreProperties(owner, properties);
    for (const [target, [kind, listener, options]] of listening) target.removeEventListener(kind, listener, options);
    sessionStorage.clear();
    for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0`;
    history.replaceState(null, '', '/');
    for (const element of [root, head, body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
      element.replaceChildren();
    }
    for (const [name, value] of attributes) root.setAttribute(name, value);
    root.append(head, body);
  };
}
