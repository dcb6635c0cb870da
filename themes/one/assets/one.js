// Theme "one": every page works without this file; it saves reloads and keeps numbers in step.
(() => {
  const doc = document, $ = (s, r = doc) => r.querySelector(s), $$ = (s, r = doc) => [...r.querySelectorAll(s)]
  const text = JSON.parse($('#texts')?.textContent || '{}')

  // The count beside the cart comes from a cookie, so that pages can be cached for everybody.
  const count = () => {
    const n = +(doc.cookie.match(/(?:^|; )cart_n=(\d+)/) || [])[1] || 0
    for (const b of $$('[data-cart-count]')) {
      const shown = n > 99 ? '99+' : n, link = b.closest('a')
      b.textContent = shown
      b.hidden = !n
      // Read in one breath the word and the number would be one word.
      link.setAttribute('aria-label', n ? `${$('.sr', link).textContent} ${shown}` : $('.sr', link).textContent)
    }
  }
  count()
  addEventListener('pageshow', e => {
    count()
    // A page that the browser kept is as it was left: in the middle of sending.
    if (!e.persisted) return
    for (const b of $$('.is-busy')) b.classList.remove('is-busy')
    cartBox?.close()
  })

  let timer
  const toast = (message, link, { stays, role = 'status' } = {}) => {
    $('.toast')?.remove()
    const box = doc.createElement('div')
    box.className = 'toast'
    box.setAttribute('role', role)
    const p = doc.createElement('span')
    p.textContent = message
    box.append(p)
    if (link) {
      const a = doc.createElement('a')
      a.href = link.href
      a.textContent = link.text
      box.append(a)
    }
    // Behind an open dialog nobody would see it.
    ;($('dialog[open]') || doc.body).append(box)
    clearTimeout(timer)
    if (!stays) timer = setTimeout(() => box.remove(), 6000)
    return box
  }

  // A bad line: the page stays, says so, and tries once more by itself. `send` is asked again, so what is sent is what is written then.
  const lineBack = () => new Promise(done => {
    // A line that the browser believes in failed on the way: a moment later it may not.
    const at = setTimeout(done, navigator.onLine ? 4000 : 60000)
    addEventListener('online', () => { clearTimeout(at); setTimeout(done, 300) }, { once: true })
  })
  // A line may be silent as well as broken.
  const soon = () => AbortSignal.timeout?.(45000)
  const through = async send => {
    let box, r
    for (const isLast of [false, true]) {
      r = await send().catch(() => 0)
      // A proxy speaks for a server that cannot be reached.
      if (r && ![502, 503, 504].includes(r.status)) { box?.remove(); return r }
      if (!isLast) { box = toast(text.offline, null, { stays: true, role: 'alert' }); await lineBack() }
    }
    toast(r ? text.failed : text.still, null, { role: 'alert' })
  }
  // The page of an answer takes the place of this one's content; its address stays.
  const show = async r => {
    const page = new DOMParser().parseFromString(await r.text(), 'text/html'), main = $('main', page)
    if (!main) return void toast(text.failed, null, { role: 'alert' })
    const fresh = doc.adoptNode(main)
    $('main').replaceWith(fresh)
    doc.title = page.title
    count()
    start(fresh)
    const wrong = $('.field [aria-invalid=true]', fresh)
    if (wrong) return wrong.focus()
    scrollTo(0, 0)
    const told = $('.alert', fresh) || $('h1', fresh)
    told?.setAttribute('tabindex', -1)
    told?.focus()
  }
  const idle = form => { for (const b of $$('button', form)) b.classList.remove('is-busy') }
  // As the browser sends a form, but for its error page.
  const post = async (form, button) => {
    const action = button?.getAttribute('formaction') || form.getAttribute('action')
    const isFile = form.enctype.startsWith('multipart')
    if ($('.is-busy', form)) return
    for (const b of $$('button', form)) b.classList.add('is-busy')
    const r = await through(() => {
      const data = new FormData(form)
      if (button?.name) data.append(button.name, button.value)
      return fetch(action, { method: 'POST', body: isFile ? data : new URLSearchParams(data), headers: { Accept: 'text/html', 'X-Requested-With': 'page' }, signal: isFile ? null : soon() })
    })
    if (!r) return idle(form)
    if (!r.headers.get('content-type')?.startsWith('application/json')) {
      idle(form)
      return r.status < 500 ? show(r) : void toast(text.failed, null, { role: 'alert' })
    }
    const { go } = await r.json()
    const to = new URL(go || location.href, location)
    if (to.pathname !== location.pathname || to.search !== location.search) return void (location.href = to)
    history.replaceState(null, '', to)
    location.reload()
  }

  // Quantity steppers; people write digits of their own keyboard.
  const number = t => +t.replace(/[٠-٩۰-۹]/g, d => d.charCodeAt(0) & 15)
  const open = () => $$('details[data-popover][open]')
  doc.addEventListener('click', e => {
    const step = e.target.closest('[data-step]')
    if (step) {
      const input = $('input', step.parentNode)
      const next = (number(input.value) || 1) + +step.dataset.step
      if (next >= +(input.dataset.min || 1) && next <= +(input.dataset.max || 99999)) {
        input.value = next
        input.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }
    for (const d of open()) if (!d.contains(e.target)) d.open = false
  })
  addEventListener('keydown', e => { if (e.key === 'Escape') for (const d of open()) { d.open = false; $('summary', d).focus() } })
  doc.addEventListener('change', e => {
    const { form, name } = e.target
    if (form?.matches('[data-tools]') && name === 'sort') form.requestSubmit()
    if (form?.matches('[data-cart]') && name.startsWith('quantity')) form.requestSubmit()
  })

  // A list's address says only what was chosen.
  doc.addEventListener('submit', e => {
    if (!e.target.matches('[data-tools]')) return
    const idle = $$('input:not([type=checkbox]),select', e.target).filter(i => !i.value || i.selectedIndex === 0)
    for (const i of idle) i.disabled = true
    setTimeout(() => { for (const i of idle) i.disabled = false })
  })

  // The search in the header is ready to be written into.
  for (const d of $$('.head__search')) d.addEventListener('toggle', () => { if (d.open) $('input', d).focus() })

  // What a form is refused for stands beside its fields, in the store's words, until they are changed.
  const say = (form, name, message) => {
    // A page may have several forms of one kind: in a section the section's id stands before the name.
    const slot = $(`[id$="e-${name}"]`, form)
    if (!slot) return
    slot.textContent = message
    slot.hidden = !message
    const at = slot.closest('[role=radiogroup]') || form.elements[name]
    if (message) at.setAttribute('aria-invalid', true)
    else at.removeAttribute('aria-invalid')
  }
  const showFirst = form => {
    const at = $('[aria-invalid=true]', form)
    if (!at) return false
    at.closest('.field,.option').scrollIntoView({ block: 'center' })
    const input = at.matches('fieldset') ? $('input:checked', at) || $('input', at) : at
    input.focus({ preventScroll: true })
    return true
  }
  doc.addEventListener('input', e => { if (e.target.form?.matches('[data-add],[data-file],[data-signup]')) say(e.target.form, e.target.name, '') })
  // What is being mended is no longer wrong; leaving the field or sending it says so again if it is. The last one takes the alert with it.
  const mark = (form, name, message) => {
    const input = form.elements[name]
    let slot = doc.getElementById(`e-${name}`)
    if (!message) {
      input.removeAttribute?.('aria-invalid')
      slot?.remove()
    } else {
      if (!slot) {
        slot = doc.createElement('p')
        slot.className = 'error'
        slot.id = `e-${name}`
        slot.setAttribute('role', 'alert')
        input.after(slot)
      }
      slot.textContent = message
      input.setAttribute('aria-invalid', true)
      input.setAttribute('aria-describedby', [$(`#h-${name}`) && `h-${name}`, slot.id].filter(Boolean).join(' '))
    }
    calm(form)
  }
  const calm = form => { if (!$('.error:not([hidden])', form)) $('[data-faults]')?.remove() }
  doc.addEventListener('input', e => {
    if (e.target.form && !e.target.form.matches('[data-add],[data-file],[data-signup]') && e.target.matches('.field [aria-invalid]')) mark(e.target.form, e.target.name, '')
  })

  // A file that is too large is told before it travels.
  doc.addEventListener('change', e => {
    const { files, dataset, form, name } = e.target
    if (!dataset?.most) return
    dataset.set = files.length > 0
    if ([...files].some(f => f.size > dataset.most)) say(form, name, text.large)
  })
  doc.addEventListener('submit', e => {
    for (const i of $$('[data-missing]', e.target)) if (!i.files.length) say(e.target, i.name, i.dataset.missing)
    if (!$('[data-most][aria-invalid=true]', e.target)) return
    e.preventDefault()
    showFirst(e.target)
  })

  // Adding without leaving the page.
  doc.addEventListener('submit', async e => {
    const form = e.target, button = e.submitter
    if (e.defaultPrevented || !form.matches('[data-add]')) return
    e.preventDefault()
    if (button?.classList.contains('is-busy')) return
    button?.classList.add('is-busy')
    // Of this press: what came through although its answer did not is not added twice.
    const key = [...crypto.getRandomValues(new Uint8Array(16))].map(n => n.toString(16).padStart(2, '0')).join('')
    try {
      const r = await through(() => {
        const data = new FormData(form)
        if (button?.name) data.append(button.name, button.value)
        // Files go as they are; everything else in the short form.
        return fetch(form.getAttribute('action'), { method: 'POST', body: form.enctype.startsWith('multipart') ? data : new URLSearchParams(data), headers: { 'X-Requested-With': 'fetch', 'Idempotency-Key': key } })
      })
      if (!r) return
      const body = await r.json()
      if (r.ok && body.go) return void (location.href = body.go)
      if (!r.ok) {
        for (const [name, message] of Object.entries(body.fields || {})) say(form, name, message)
        return showFirst(form) || toast(body.message)
      }
      if (body.drawer && showCart(body.drawer)) return
      count()
      toast(body.message, { href: body.cart, text: text.view })
    } catch { toast(text.failed, null, { role: 'alert' }) } finally { button?.classList.remove('is-busy') }
  })
  // The cart over the page. The server draws all of it after each change; what was focused stays so.
  let cartBox
  const inLine = e => $$('a:not([tabindex]),button,input', e)
  const spot = () => {
    const line = doc.activeElement?.closest('[data-line]')
    return line && { line: line.dataset.line, at: inLine(line).indexOf(doc.activeElement) }
  }
  const showCart = html => {
    const fresh = $('dialog', new DOMParser().parseFromString(html, 'text/html'))
    if (!fresh?.showModal) return false
    count()
    const isOpen = cartBox?.open, told = $('[role=status]', fresh), words = told.textContent
    if (isOpen) {
      const was = spot(), scrolled = $('.cartbox__body', cartBox).scrollTop
      // The line of news stays, so that its new words are read out.
      const own = $('[role=status]', cartBox)
      own.className = told.className
      for (const part of ['head', 'body', 'foot']) $(`.cartbox__${part}`, cartBox).replaceWith($(`.cartbox__${part}`, fresh))
      $('.cartbox__body', cartBox).scrollTop = scrolled
      const line = was && $(`[data-line="${was.line}"]`, cartBox)
      ;((line && inLine(line)[was.at]) || $('[data-undo]', cartBox) || $('h2', cartBox)).focus({ preventScroll: !!line })
    } else {
      cartBox?.remove()
      cartBox = doc.adoptNode(fresh)
      doc.body.append(cartBox)
      cartBox.showModal()
      $('h2', cartBox).focus()
    }
    const own = $('[role=status]', cartBox)
    own.textContent = ''
    setTimeout(() => { own.textContent = words }, 100)
    return true
  }
  const askCart = (address, body) => fetch(address, { method: body ? 'POST' : 'GET', body, headers: { 'X-Requested-With': 'drawer' }, signal: soon() })
  doc.addEventListener('click', async e => {
    if (e.target === cartBox || e.target.closest('.cartbox [data-close]')) return cartBox.close()
    const link = e.target.closest('a')
    if (!text.drawer || !link || !$('[data-cart-count]', link) || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || $('.page-cart')) return
    e.preventDefault()
    const r = await askCart(text.drawer).catch(() => 0)
    // Where it cannot be shown here the link leads to it.
    if (!r?.ok || r.redirected || !showCart(await r.text())) location.href = link.href
  })
  // Presses in a row are sent together: while one is on its way, the next ones wait.
  let isSending = false, again
  const sendCart = async (form, button) => {
    if (isSending) return void (again = button?.name ? { name: button.name, value: button.value } : {})
    isSending = true
    const address = form.getAttribute('action')
    const r = await through(() => {
      const data = new FormData(form)
      if (button?.name) data.append(button.name, button.value)
      return askCart(address, new URLSearchParams(data))
    })
    isSending = false
    const next = again
    again = null
    if (!r) return
    const isFresh = r.headers.get('content-type')?.startsWith('text/html') && r.status < 500
    const html = isFresh ? await r.text() : ''
    // What was pressed meanwhile is in the form that this answer replaces.
    const now = $('[data-drawer]', cartBox), typed = next && now && [...new FormData(now)]
    if (!isFresh || !showCart(html)) return void toast(text.failed, null, { role: 'alert' })
    const form2 = $('[data-drawer]', cartBox)
    if (!next || !form2 || !r.ok) return
    for (const [name, value] of typed) if (form2.elements[name]) form2.elements[name].value = value
    sendCart(form2, next)
  }
  doc.addEventListener('change', e => { if (e.target.form?.matches('[data-drawer]')) sendCart(e.target.form) })
  doc.addEventListener('submit', e => {
    if (e.defaultPrevented || !e.target.matches('[data-drawer]')) return
    e.preventDefault()
    // Enter in a quantity presses the first button of the form: what was written is sent by its change.
    if (!doc.activeElement?.matches('.cartbox input')) sendCart(e.target, e.submitter)
  })
  // A sign-up says what came of it in its place.
  doc.addEventListener('submit', async e => {
    const form = e.target, button = e.submitter
    if (e.defaultPrevented || !form.matches('[data-signup]')) return
    e.preventDefault()
    if (button?.classList.contains('is-busy')) return
    button?.classList.add('is-busy')
    try {
      const r = await through(() => fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form)), headers: { 'X-Requested-With': 'fetch' }, signal: soon() }))
      if (!r) return
      const body = await r.json()
      if (!r.ok) {
        for (const [name, message] of Object.entries(body.fields || {})) say(form, name, message)
        return showFirst(form) || toast(body.message, null, { role: 'alert' })
      }
      const done = $('.signup__done', form.parentNode)
      done.classList.add('is-on')
      done.focus()
    } catch { toast(text.failed, null, { role: 'alert' }) } finally { button?.classList.remove('is-busy') }
  })
  // Every other form that changes something.
  doc.addEventListener('submit', e => {
    if (e.defaultPrevented || e.target.method !== 'post') return
    e.preventDefault()
    post(e.target, e.submitter)
  })

  // What takes turns by itself: not for those who want no motion, and not while it is pointed at, focused or out of sight.
  // Elements of their own, because the theme editor replaces a section at any time.
  const isStill = matchMedia('(prefers-reduced-motion: reduce)')
  class Turns extends HTMLElement {
    connectedCallback() {
      this.onclick = e => {
        const b = e.target.closest('button')
        if (!b) return
        const { turn, show } = b.dataset
        if (turn) this.show(this.at + +turn)
        else if (show) this.show(+show)
        else if ('pause' in b.dataset) b.setAttribute('aria-pressed', this.isPaused = !this.isPaused)
        else if ('close' in b.dataset) this.close()
      }
      const { seconds } = this.dataset
      if (seconds && !isStill.matches) this.timer = setInterval(() => {
        if (!this.isPaused && !doc.hidden && !this.matches(':hover,:focus-within')) this.show(this.at + 1)
      }, seconds * 1000)
    }
    disconnectedCallback() { clearInterval(this.timer) }
  }
  customElements.define('slide-show', class extends Turns {
    connectedCallback() {
      super.connectedCallback()
      this.strip = $('.slides__strip', this)
      this.strip.onscroll = () => $$('.slides__dot', this).forEach((d, i) => i === this.at ? d.setAttribute('aria-current', true) : d.removeAttribute('aria-current'))
    }
    // The strip is what people swipe: it knows which slide is shown. It scrolls to negative numbers from right to left.
    get at() { return Math.round(Math.abs(this.strip.scrollLeft) / this.strip.clientWidth) }
    show(n) {
      const all = this.strip.children, slide = all[(n + all.length) % all.length]
      this.strip.scrollTo({ left: this.strip.scrollLeft + slide.getBoundingClientRect().left - this.strip.getBoundingClientRect().left, behavior: isStill.matches ? 'instant' : 'smooth' })
    }
  })
  customElements.define('turn-bar', class extends Turns {
    at = 0
    connectedCallback() {
      super.connectedCallback()
      // Closed until its texts change or the browser is closed.
      try { if ('closable' in this.dataset && sessionStorage.bar === $('ul', this).textContent) this.closest('.bar').hidden = true } catch { /* Storage is off. */ }
    }
    show(n) {
      const all = $$('li', this)
      all.forEach((li, i) => li.classList.toggle('is-on', i === n % all.length))
      this.at = n % all.length
    }
    close() {
      try { sessionStorage.bar = $('ul', this).textContent } catch { /* Storage is off. */ }
      this.closest('.bar').hidden = true
      // The focus was on the button that is gone.
      $('.head :is(a, summary)')?.focus()
    }
  })
  customElements.define('count-down', class extends HTMLElement {
    connectedCallback() {
      const boxes = $('.count__boxes', this), all = $$('b', boxes)
      const tick = () => {
        const left = Math.floor((this.dataset.ends - Date.now()) / 1000)
        if (left <= 0) {
          clearInterval(this.timer)
          for (const part of this.children) part.hidden = !part.matches('.count__over')
          return
        }
        boxes.hidden = false
        ;[left / 86400, left / 3600 % 24, left / 60 % 60, left % 60].forEach((n, i) => { all[i].textContent = String(Math.floor(n)).padStart(2, 0) })
      }
      this.timer = setInterval(tick, 1000)
      tick()
    }
    disconnectedCallback() { clearInterval(this.timer) }
  })
  // Rows of products of which one is shown; without scripts they stand below each other.
  customElements.define('product-tabs', class extends HTMLElement {
    connectedCallback() {
      const bar = $('.tabs__bar', this)
      if (!bar) return
      const tabs = $$('a', bar), panels = $$('.tabs__panel', this)
      const show = n => tabs.forEach((t, i) => {
        t.setAttribute('aria-selected', i === n)
        t.tabIndex = i === n ? 0 : -1
        panels[i].hidden = i !== n
      })
      bar.setAttribute('role', 'tablist')
      tabs.forEach((t, i) => {
        t.setAttribute('role', 'tab')
        t.setAttribute('aria-controls', panels[i].id)
        panels[i].setAttribute('role', 'tabpanel')
        panels[i].setAttribute('aria-labelledby', t.id)
      })
      bar.onclick = e => {
        const n = tabs.indexOf(e.target.closest('a'))
        if (n < 0) return
        e.preventDefault()
        show(n)
      }
      bar.onkeydown = e => {
        const at = tabs.indexOf(doc.activeElement), step = { ArrowRight: 1, ArrowLeft: -1 }[e.key] * (doc.dir === 'rtl' ? -1 : 1)
        const n = e.key === 'Home' ? 0 : e.key === 'End' ? tabs.length - 1 : (at + step + tabs.length) % tabs.length
        if (at < 0 || isNaN(n)) return
        e.preventDefault()
        show(n)
        tabs[n].focus()
      }
      show(0)
    }
  })
  // The player of another site is loaded when it is asked for.
  customElements.define('video-embed', class extends HTMLElement {
    connectedCallback() {
      this.onclick = e => {
        const link = e.target.closest('a')
        if (!link || e.defaultPrevented || e.ctrlKey || e.metaKey) return
        e.preventDefault()
        const frame = doc.createElement('iframe')
        frame.src = this.dataset.src
        frame.title = link.getAttribute('aria-label')
        frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media'
        frame.allowFullscreen = true
        this.replaceChildren(frame)
        frame.focus()
      }
    }
  })
  // What this browser has looked at: ids alone, kept in its own storage.
  const seen = () => { try { return JSON.parse(localStorage.seen || '[]') } catch { return [] } }
  const own = $('.page-product #buy [name=product_id]')?.value
  if (own) try { localStorage.seen = JSON.stringify([own, ...seen().filter(id => id !== own)].slice(0, 12)) } catch { /* Storage is off. */ }
  customElements.define('recent-products', class extends HTMLElement {
    async connectedCallback() {
      const { from, most } = this.dataset, ids = seen().filter(id => id !== own).slice(0, most)
      if (!from || !ids.length) return
      const r = await fetch(`${from}?ids=${ids}`).catch(() => 0), html = r?.ok ? (await r.text()).trim() : ''
      if (!html) return
      $('ul', this).innerHTML = html
      this.parentNode.hidden = false
    }
  })

  // Two pictures, one over the other: the slider moves the line between them.
  doc.addEventListener('input', e => { if (e.target.matches('.versus__range')) e.target.parentNode.style.setProperty('--at', e.target.value / 100) })

  // One product: what is chosen of its options sets its price and what can be bought; its own page says so in its address.
  const vary = (form, variants, buttons, prices, pictures, isPage) => {
    const chosen = () => $$('[data-option]', form).map(o => $('input:checked', o)?.value)
    const sync = () => {
      const want = chosen(), found = variants.find(v => v.o.every((x, i) => x === want[i]))
      $$('[data-option]', form).forEach((o, i) => $$('.chip', o).forEach(chip => {
        const value = $('input', chip).value
        chip.classList.toggle('is-out', !variants.some(v => v.ok && v.o[i] === value && v.o.every((x, j) => j === i || !want[j] || x === want[j])))
      }))
      const can = !found || found.ok
      for (const b of buttons) { b.disabled = !can; b.textContent = can ? text.add : text.sold }
      const now = $('[name=buy_now]', form)
      if (now) now.disabled = !can
      if (!found) return
      for (const p of prices) {
        p.classList.toggle('price--sale', !!found.was)
        $('.price__from', p)?.remove()
        $('.price__now', p).textContent = found.now
        const was = $('.price__was', p)
        if (was) { was.textContent = found.was || ''; was.hidden = !found.was }
        const tag = $('.tag', p)
        if (tag) { tag.textContent = found.off || ''; tag.hidden = !found.off }
      }
      const few = $('[data-few]', form), left = few && (found.few || (found.ok ? few.dataset.in : few.dataset.out) || '')
      if (few) { few.textContent = left; few.hidden = !left; few.classList.toggle('stock--low', !!found.few) }
      const picture = found.img && pictures && $(`[data-media="${found.img}"]`, pictures)
      if (picture) picture.scrollIntoView({ block: 'nearest', inline: 'start' })
      if (!isPage) return
      const url = new URL(location)
      url.searchParams.set('variant', found.id)
      history.replaceState(null, '', url)
    }
    form.addEventListener('change', e => { if (e.target.closest('[data-option]')) sync() })
    if (isPage && chosen().every(Boolean) && new URL(location).searchParams.has('variant')) sync()
  }
  customElements.define('buy-box', class extends HTMLElement {
    connectedCallback() {
      const data = $('[data-variants]', this)
      if (data) vary($('form', this), JSON.parse(data.textContent), $$('[data-buy]', this), $$('[data-price]', this), $('.spot__pics', this))
    }
  })

  // What a page's own content needs, when it is loaded and when the answer to a form takes its place.
  const start = root => {
    // Suggestions while somebody writes: a combobox; the form stays what it is.
    for (const form of $$('[data-suggest]', root)) {
      const input = $('input', form), box = $('.sug', form)
      let timer, asking, last = ''
      const options = () => $$('[role=option]:not([aria-disabled])', box)
      const at = () => options().findIndex(o => o.getAttribute('aria-selected') === 'true')
      const show = on => {
        box.hidden = !on
        input.setAttribute('aria-expanded', on)
        if (!on) input.removeAttribute('aria-activedescendant')
      }
      const go = n => {
        const all = options()
        all.forEach((o, i) => o.setAttribute('aria-selected', i === n))
        if (!all[n]) return input.removeAttribute('aria-activedescendant')
        input.setAttribute('aria-activedescendant', all[n].id)
        all[n].scrollIntoView({ block: 'nearest' })
      }
      // Two forms of a page have lists of their own.
      const own = html => {
        box.innerHTML = html
        for (const e of $$('[id]', box)) e.id = `${input.id}-${e.id}`
        for (const e of $$('[aria-labelledby]', box)) e.setAttribute('aria-labelledby', `${input.id}-${e.getAttribute('aria-labelledby')}`)
      }
      const ask = async q => {
        asking?.abort()
        asking = new AbortController()
        try {
          const r = await fetch(`${form.dataset.suggest}?q=${encodeURIComponent(q)}`, { signal: asking.signal })
          if (!r.ok) return
          const html = await r.text()
          if (q !== input.value.trim()) return
          own(html)
          show(options().length > 0 || !!$('.sug__none', box))
        } catch { /* It was overtaken, or the line is down: the form still works. */ }
      }
      for (const [k, v] of [['role', 'combobox'], ['aria-autocomplete', 'list'], ['aria-expanded', 'false'], ['aria-controls', `${input.id}-sug-list`]]) input.setAttribute(k, v)
      input.addEventListener('input', () => {
        clearTimeout(timer)
        const q = last = input.value.trim()
        if (q.length < 2) { asking?.abort(); return show(false) }
        timer = setTimeout(() => q === last && ask(q), 160)
      })
      input.addEventListener('focus', () => { if (box.firstElementChild && last === input.value.trim() && last.length > 1) show(true) })
      input.addEventListener('keydown', e => {
        if (e.isComposing) return
        const all = options(), n = at()
        if (e.key === 'Escape' && !box.hidden) { e.preventDefault(); e.stopPropagation(); return show(false) }
        if (box.hidden || !all.length) return
        if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
          e.preventDefault()
          // The way round leads over the field itself.
          const next = n + (e.key === 'ArrowDown' ? 1 : -1)
          go(next >= all.length ? -1 : next < -1 ? all.length - 1 : next)
        } else if (e.key === 'Enter' && n >= 0) { e.preventDefault(); all[n].click() }
      })
      doc.addEventListener('focusin', e => { if (!form.contains(e.target)) show(false) })
      doc.addEventListener('click', e => { if (!form.contains(e.target)) show(false) })
    }

    // Product: the chosen variant sets price and availability, not of the products shown below it.
    const data = $('#variants', root)
    if (data) vary($('#buy'), JSON.parse(data.textContent), $$('[data-main]'), $$('.info [data-price], .buybar [data-price]'), $('.gallery'), true)

    // Where the shopper is, when they ask for it; without it a link or coordinates are pasted.
    if (navigator.geolocation && isSecureContext) for (const b of $$('[data-locate]', root)) {
      b.hidden = false
      b.addEventListener('click', () => {
        const field = doc.getElementById(b.dataset.locate)
        b.classList.add('is-busy')
        const end = place => {
          b.classList.remove('is-busy')
          if (!place) return toast(b.dataset.failed)
          field.value = place
          field.dispatchEvent(new Event('change', { bubbles: true }))
        }
        navigator.geolocation.getCurrentPosition(p => end(`${p.coords.latitude.toFixed(6)}, ${p.coords.longitude.toFixed(6)}`), () => end(), { enableHighAccuracy: true, timeout: 15000 })
      })
    }

    // Checkout: totals follow the choices; what is filled in is kept.
    const checkout = $('[data-checkout]', root)
    if (checkout) {
      let turn = 0, done = 0, saving = Promise.resolve(), released
      const left = new Set()
      // A button that is replaced between press and release is not clicked: an answer that comes in between waits, two seconds at most.
      for (const [press, ends] of [['pointerdown', ['pointerup', 'pointercancel']], ['keydown', ['keyup']]]) checkout.addEventListener(press, () => {
        released = new Promise(go => {
          for (const end of ends) addEventListener(end, () => setTimeout(go), { once: true })
          setTimeout(go, 2000)
        })
      })
      const keep = async mine => {
        const asked = [...left]
        left.clear()
        const r = await through(() => fetch(checkout.dataset.checkout, { method: 'POST', body: new URLSearchParams(new FormData(checkout)), headers: { 'X-Requested-With': 'fetch' } }))
        if (!r || !r.ok) return
        const page = new DOMParser().parseFromString(await r.text(), 'text/html')
        await released
        // What was filled in wrongly is said once its field is left.
        for (const name of asked) {
          const wrong = page.getElementById(`e-${name}`)
          if (checkout.elements[name] && !left.has(name) && checkout.elements[name] !== doc.activeElement) mark(checkout, name, wrong ? wrong.textContent : '')
        }
        // Each save makes a new version of the cart, and the order is placed for the version that is shown.
        const version = $('[name=version]', page)
        if (version) $('[name=version]', checkout).value = version.value
        // Something was chosen meanwhile: this answer does not know it, and the next one will.
        if (mine !== turn) return
        for (const id of ['sum', 'peek', 'shipping', 'payment']) {
          const fresh = page.getElementById(id), old = doc.getElementById(id)
          if (!fresh || !old) continue
          const at = old.contains(doc.activeElement) && doc.activeElement.id, code = $('#f-coupon', old)?.value, fold = $('details', old)?.open
          old.replaceWith(doc.adoptNode(fresh))
          // What the shopper has opened stays open.
          if (fold && $('details', fresh)) $('details', fresh).open = true
          // A code that is being typed is nobody's but the shopper's.
          if (code && $('#f-coupon', fresh)) $('#f-coupon', fresh).value = code
          if (at) doc.getElementById(at)?.focus()
        }
        calm(checkout)
      }
      const save = () => {
        const mine = ++turn
        saving = saving.then(() => mine === turn && keep(mine)).catch(() => {}).then(() => { done = mine })
      }
      checkout.addEventListener('change', e => {
        if (e.target.name === 'coupon') return
        if (['mobile', 'email', 'postal_code', 'short_address', 'pin'].includes(e.target.name)) left.add(e.target.name)
        save()
      })
      checkout.addEventListener('submit', e => {
        // A save on its way would change the version under the order: the order waits for it.
        if (done < turn && !e.submitter?.hasAttribute('formaction')) {
          e.preventDefault()
          // What is to be paid in advance is agreed to by whoever has seen it: a deposit that the save brought is shown first.
          const deposit = () => $('[name=seen_deposit]', checkout)?.value, seen = deposit()
          return void saving.then(() => deposit() === seen ? checkout.requestSubmit() : $('#deposit')?.focus())
        }
      })
      $('.field [aria-invalid=true]', checkout)?.focus()
    }
  }
  start(doc)
})()
