// The theme editor's side in the frame: tells the editor what is hovered and chosen, and replaces sections after each change.
// Messages are { rawaj: 'theme-editor', v: 1, type, ... }; only those of the editor's window and origin are read.
(() => {
  const script = document.currentScript;
  const editor = script && script.dataset.editor;
  if (!editor || window.parent === window) return;
  const session = new URLSearchParams(location.search).get('editor-session');
  const post = (type, more) => window.parent.postMessage({ rawaj: 'theme-editor', v: 1, type, ...more }, editor);
  const state = { hover: null, selected: null, block: null, names: {}, words: { add: '+' }, mayEdit: false, sortable: [] };
  const layer = document.createElement('div');
  layer.className = 'editor-layer';

  // --- sections of the page: the nodes between their marks ---
  const marks = () => {
    const found = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const match = /^(\/?)section (sec_[0-9a-z]+)$/.exec(node.data);
      if (!match) continue;
      const entry = found.get(match[2]) || {};
      entry[match[1] ? 'end' : 'start'] = node;
      found.set(match[2], entry);
    }
    return found;
  };
  const elementsOf = ({ start, end }) => {
    const list = [];
    for (let node = start && start.nextSibling; node && node !== end; node = node.nextSibling)
      if (node.nodeType === 1 && !['SCRIPT', 'STYLE', 'TEMPLATE'].includes(node.tagName)) list.push(node);
    return list;
  };
  const rectOf = (elements) => {
    const rects = elements.map((e) => e.getBoundingClientRect()).filter((r) => r.width && r.height);
    if (!rects.length) return null;
    const top = Math.min(...rects.map((r) => r.top)), bottom = Math.max(...rects.map((r) => r.bottom));
    const left = Math.min(...rects.map((r) => r.left)), right = Math.max(...rects.map((r) => r.right));
    return { top: top + scrollY, left: left + scrollX, width: right - left, height: bottom - top };
  };
  const place = (box, rect) => {
    box.style.top = `${rect.top}px`;
    box.style.left = `${rect.left}px`;
    box.style.width = `${rect.width}px`;
    box.style.height = `${rect.height}px`;
  };

  // --- outlines, names and "+" buttons ---
  const boxes = new Map();
  const button = (className, label, run) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = className;
    made.setAttribute('aria-label', label);
    made.addEventListener('click', (event) => {
      event.stopPropagation();
      run();
    });
    return made;
  };
  const draw = () => {
    const found = marks();
    for (const [id, box] of boxes) if (!found.has(id)) (box.remove(), boxes.delete(id));
    for (const [id, mark] of found) {
      const rect = rectOf(elementsOf(mark));
      let box = boxes.get(id);
      if (!rect) {
        if (box) (box.remove(), boxes.delete(id));
        continue;
      }
      if (!box) {
        box = document.createElement('div');
        box.className = 'editor-box';
        boxes.set(id, box);
      }
      const name = state.names[id] || '';
      const isSortable = state.mayEdit && state.sortable.includes(id);
      const key = `${name} ${isSortable} ${state.sortable[0] === id}`;
      if (box.dataset.key !== key) {
        box.dataset.key = key;
        box.replaceChildren();
        const label = button('editor-name', name, () => select(id, null));
        label.textContent = name;
        box.append(label);
        if (isSortable) {
          const next = state.sortable[state.sortable.indexOf(id) + 1] || null;
          const add = button('editor-add', state.words.add, () => post('add', { before: next }));
          add.dataset.next = '';
          add.textContent = '+';
          box.append(add);
        }
        if (isSortable && state.sortable[0] === id) {
          const add = button('editor-add editor-add--first', state.words.add, () => post('add', { before: id }));
          add.textContent = '+';
          box.prepend(add);
        }
      } else if (isSortable) {
        // The section behind it may be another by now.
        const add = box.querySelector('[data-next]');
        const next = state.sortable[state.sortable.indexOf(id) + 1] || null;
        if (add) add.onclick = null;
        if (add && box.dataset.next !== String(next)) (box.dataset.next = String(next), (box.dataset.key = ''), requestDraw());
      }
      place(box, rect);
      // The name stands above its section, so that it covers nothing of it; at the top of the page there is no room.
      box.toggleAttribute('data-top', rect.top < 26);
      box.toggleAttribute('data-hover', state.hover === id);
      box.toggleAttribute('data-selected', state.selected === id);
      layer.append(box);
    }
    drawBlock();
  };
  const blockBox = document.createElement('div');
  blockBox.className = 'editor-box';
  blockBox.dataset.block = '';
  const drawBlock = () => {
    const element = state.block && document.querySelector(`[data-block="${CSS.escape(state.block)}"]`);
    const rect = element && rectOf([element]);
    if (!rect) return blockBox.remove();
    place(blockBox, rect);
    blockBox.setAttribute('data-selected', '');
    layer.append(blockBox);
  };
  let isAsked = false;
  const requestDraw = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      draw();
    });
  };

  // --- pointer ---
  const sectionAt = (node) => {
    for (const [id, mark] of marks()) if (elementsOf(mark).some((e) => e.contains(node))) return id;
    return null;
  };
  const select = (id, block) => post('select', { id, block });
  document.addEventListener('mousemove', (event) => {
    if (layer.contains(event.target)) return;
    const id = sectionAt(event.target);
    if (id !== state.hover) {
      state.hover = id;
      post('hover', { id });
      requestDraw();
    }
    for (const add of layer.querySelectorAll('.editor-add')) {
      const rect = add.getBoundingClientRect();
      add.toggleAttribute('data-near', Math.abs(rect.top + 16 - event.clientY) < 40);
    }
  });
  document.documentElement.addEventListener('mouseleave', () => {
    state.hover = null;
    post('hover', { id: null });
    requestDraw();
  });
  // The page is a picture of itself here: links lead nowhere, forms send nothing.
  document.addEventListener(
    'click',
    (event) => {
      if (layer.contains(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const block = event.target.closest('[data-block]');
      const id = sectionAt(event.target);
      if (id) select(id, block ? block.dataset.block : null);
    },
    true,
  );
  document.addEventListener('submit', (event) => (event.preventDefault(), event.stopImmediatePropagation()), true);
  document.addEventListener('keydown', (event) => {
    const isHistory = (event.ctrlKey || event.metaKey) && ['KeyZ', 'KeyY'].includes(event.code);
    if (!isHistory && event.key !== 'Escape') return;
    event.preventDefault();
    post('key', { code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey });
  });

  // --- changes ---
  const address = (section, look) => {
    const url = new URL(location.href);
    url.hash = '';
    if (section) url.searchParams.set('section', section);
    if (look) url.searchParams.set('look', look);
    return url;
  };
  const nodesOf = (html) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  };
  // Later changes win: an answer that arrives after a newer one is dropped.
  const latest = new Map();
  const load = async (section, look) => {
    const turn = (latest.get(section) || 0) + 1;
    latest.set(section, turn);
    const response = await fetch(address(section, look), { credentials: 'same-origin', cache: 'no-store' });
    if (latest.get(section) !== turn) return null;
    // The page of a wrong address is one too.
    return response.ok || (!section && response.status === 404) ? response.text() : false;
  };
  const paint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const replaceSection = async (id) => {
    const html = await load(id);
    if (html === null) return;
    const mark = marks().get(id);
    // Hidden, shown or moved: its page says where it stands now.
    if (html === false || !mark || !mark.end) return replacePage();
    const fresh = nodesOf(html);
    while (mark.start.nextSibling !== mark.end) mark.start.nextSibling.remove();
    mark.end.remove();
    mark.start.replaceWith(fresh);
  };
  const replacePage = async () => {
    const html = await load('');
    if (!html) return;
    const fresh = new DOMParser().parseFromString(html, 'text/html');
    const at = { x: scrollX, y: scrollY };
    layer.remove();
    document.body.replaceChildren(...fresh.body.childNodes);
    document.body.className = fresh.body.className;
    document.body.append(layer);
    scrollTo({ left: at.x, top: at.y, behavior: 'instant' });
  };
  const replaceTokens = async (look) => {
    const html = await load('tokens', look);
    if (!html) return;
    for (const [, name, value] of html.matchAll(/(--[a-z-]+):((?:[^;}(]|\([^)]*\))+)/g))
      document.documentElement.style.setProperty(name, value);
  };
  const changed = async (message) => {
    const began = performance.now();
    if (message.tokens) await replaceTokens(message.look);
    if (message.page) await replacePage();
    else if (!message.tokens && message.id) await replaceSection(message.id);
    requestDraw();
    await paint();
    post('rendered', { id: message.id || null, ms: Math.round(performance.now() - began), turn: message.turn || null });
  };
  const show = (id, block) => {
    state.selected = id;
    state.block = block || null;
    const mark = id && marks().get(id);
    const target = (block && document.querySelector(`[data-block="${CSS.escape(block)}"]`)) || (mark && elementsOf(mark)[0]);
    if (target) {
      const rect = target.getBoundingClientRect();
      const isInSight = rect.top >= 0 && rect.bottom <= innerHeight && rect.left >= 0 && rect.right <= innerWidth;
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const where = { block: rect.height > innerHeight ? 'start' : 'center', inline: 'nearest' };
      if (!isInSight) target.scrollIntoView({ ...where, behavior: isCalm ? 'instant' : 'smooth' });
    }
    requestDraw();
  };
  const isText = (value) => typeof value === 'string' && value.length < 60;
  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== window.parent || event.origin !== editor) return;
    if (!message || message.rawaj !== 'theme-editor' || message.v !== 1) return;
    const id = isText(message.id) ? message.id : null;
    switch (message.type) {
      case 'state':
        state.names = message.names || {};
        state.words = message.words || state.words;
        state.sortable = Array.isArray(message.sortable) ? message.sortable : [];
        state.mayEdit = message.mayEdit === true;
        requestDraw();
        break;
      case 'hover':
        state.hover = id;
        requestDraw();
        break;
      case 'sectionSelection':
        show(id, isText(message.block) ? message.block : null);
        break;
      case 'sectionSelectionCleared':
        show(null, null);
        break;
      // A look that is tried, or the draft's own again.
      case 'lookTried':
        void changed({ tokens: true, look: isText(message.look) ? message.look : null });
        break;
      case 'sectionUpdated':
      case 'sectionAdded':
      case 'sectionDeleted':
        void changed({ ...message, page: message.page === true || message.type !== 'sectionUpdated' });
        break;
    }
  });

  const start = () => {
    document.documentElement.classList.add('editor-live');
    document.body.append(layer);
    new ResizeObserver(requestDraw).observe(document.body);
    window.addEventListener('resize', requestDraw);
    document.addEventListener('scroll', requestDraw, { passive: true, capture: true });
    document.addEventListener('load', requestDraw, true);
    post('ready', { sections: [...marks().keys()], session });
    requestDraw();
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
})();
