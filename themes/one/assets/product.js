// A product's page: its pictures over the page, the links that share it, the bar that buys, guides in a dialog. Without this file
// pictures and links are plain links, and guides open in their place.
(() => {
  const doc = document, $ = (s, r = doc) => r.querySelector(s), $$ = (s, r = doc) => [...r.querySelectorAll(s)]
  const isStill = matchMedia('(prefers-reduced-motion: reduce)')
  const isRtl = () => doc.dir === 'rtl'

  // The strip of pictures knows which one is shown: the counter and the small pictures follow it.
  const items = box => $$('.gallery [data-zoom]', box)
  const reveal = item => item.scrollIntoView({ block: 'nearest', inline: 'start', behavior: isStill.matches ? 'instant' : 'smooth' })
  const current = strip => {
    const middle = strip.getBoundingClientRect().left + strip.clientWidth / 2
    const far = li => Math.abs(li.getBoundingClientRect().left + li.clientWidth / 2 - middle)
    const all = [...strip.children]
    return all.reduce((best, li, i) => far(li) < far(all[best]) ? i : best, 0)
  }
  const follow = strip => {
    const box = strip.closest('.pictures'), at = current(strip)
    const text = $('.gallery__at span', box)
    if (text) text.textContent = at + 1
    $$('.thumb', box).forEach((a, i) => {
      if (i !== at) return a.removeAttribute('aria-current')
      if (a.getAttribute('aria-current')) return
      a.setAttribute('aria-current', true)
      const list = a.closest('ul'), r = a.getBoundingClientRect(), l = list.getBoundingClientRect()
      list.scrollBy({ left: r.left < l.left ? r.left - l.left : Math.max(0, r.right - l.right), top: r.top < l.top ? r.top - l.top : Math.max(0, r.bottom - l.bottom) })
    })
  }
  let frame
  doc.addEventListener('scroll', e => {
    if (!e.target.matches?.('.gallery')) return
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => follow(e.target))
  }, { capture: true, passive: true })

  // One picture over the page. `view` is how it lies: its scale, and how far it is moved.
  let box, at = 0, opener, view
  const dialog = () => box && $('.lightbox', box)
  const lay = () => {
    const image = $('.lightbox img', box)
    // Not further than its edges.
    const most = side => Math.max(0, (image[`offset${side}`] * view.scale - dialog()[`client${side}`]) / 2)
    const keep = (n, limit) => Math.max(-limit, Math.min(limit, n))
    if (view.scale === 1) view.y = 0
    else [view.x, view.y] = [keep(view.x, most('Width')), keep(view.y, most('Height'))]
    image.style.transform = `translate(${view.x}px,${view.y}px) scale(${view.scale})`
    const isZoomed = view.scale > 1
    dialog().classList.toggle('is-zoomed', isZoomed)
    $('[data-do=zoom]', box).setAttribute('aria-pressed', isZoomed)
  }
  // Around a point of the dialog, which stays where it is.
  const zoom = (scale, point) => {
    scale = Math.max(1, Math.min(4, scale))
    const area = dialog().getBoundingClientRect()
    const [x, y] = point ? [point.x - area.left - area.width / 2, point.y - area.top - area.height / 2] : [0, 0]
    const by = scale / view.scale
    view = scale === 1 ? { scale, x: 0, y: 0 } : { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by }
    lay()
  }
  const show = n => {
    const all = items(box), image = $('.lightbox img', box), small = $('img', all[at = (n + all.length) % all.length])
    image.src = all[at].href
    image.alt = small.alt
    image.width = small.getAttribute('width')
    image.height = small.getAttribute('height')
    const told = $('.lightbox__at', box)
    told.textContent = told.dataset.text.replace('{n}', at + 1).replace('{count}', all.length)
    view = { scale: 1, x: 0, y: 0 }
    lay()
    for (const next of [at + 1, at - 1]) if (all[next]) new Image().src = all[next].href
  }
  const close = () => dialog().close()

  doc.addEventListener('click', e => {
    const link = e.target.closest?.('[data-zoom]')
    if (link) {
      // A new tab is a new tab.
      if (e.ctrlKey || e.metaKey || e.shiftKey || !$('.lightbox', link.closest('.pictures')).showModal) return
      e.preventDefault()
      box = link.closest('.pictures')
      opener = link
      dialog().showModal()
      show(items(box).indexOf(link))
      $('[data-do=close]', box).focus()
      return
    }
    const small = e.target.closest?.('.thumb')
    if (small) {
      e.preventDefault()
      const of = small.closest('.pictures')
      return reveal($$('.gallery li', of)[$$('.thumb', of).indexOf(small)])
    }
    const tool = e.target.closest?.('.lightbox [data-do]')?.dataset.do
    if (tool === 'close') close()
    else if (tool === 'prev') show(at - 1)
    else if (tool === 'next') show(at + 1)
    else if (tool === 'zoom') zoom(view.scale > 1 ? 1 : 2.5)
  })
  // The focus goes back to where it was, on the picture that was seen last.
  doc.addEventListener('close', e => {
    if (!e.target.matches?.('.lightbox')) return
    const last = items(box)[at]
    $('.lightbox img', box).removeAttribute('src')
    ;(last || opener).focus({ preventScroll: true })
    const strip = last.closest('.gallery')
    if (strip.scrollWidth > strip.clientWidth) reveal(last.closest('li'))
  }, true)
  doc.addEventListener('keydown', e => {
    if (!dialog()?.open) return
    const step = { ArrowLeft: isRtl() ? 1 : -1, ArrowRight: isRtl() ? -1 : 1 }[e.key]
    if (step) show(at + step)
    else if (e.key === 'Home') show(0)
    else if (e.key === 'End') show(-1)
    else if (e.key === '+' || e.key === '=') zoom(view.scale * 1.5)
    else if (e.key === '-') zoom(view.scale / 1.5)
    else return
    e.preventDefault()
  })

  // Fingers and mice: one moves or turns the page, two pull it larger.
  const points = new Map()
  let grip, tapped = 0
  const middle = () => {
    const [a, b = a] = [...points.values()]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  const seize = () => { grip = points.size ? { ...middle(), view: { ...view }, count: points.size, has_moved: grip?.has_moved } : null }
  doc.addEventListener('pointerdown', e => {
    const stage = e.target.closest?.('.lightbox__stage')
    if (!stage || e.button) return
    if (!points.size) grip = null
    stage.setPointerCapture(e.pointerId)
    points.set(e.pointerId, { x: e.clientX, y: e.clientY, on: e.target })
    seize()
  })
  doc.addEventListener('pointermove', e => {
    if (!points.has(e.pointerId)) return
    points.set(e.pointerId, { ...points.get(e.pointerId), x: e.clientX, y: e.clientY })
    const now = middle(), [dx, dy] = [now.x - grip.x, now.y - grip.y]
    if (Math.hypot(dx, dy) > 8 || grip.count > 1) grip.has_moved = true
    if (!grip.has_moved) return
    view = { ...grip.view }
    if (grip.count > 1) zoom(view.scale * now.apart / (grip.apart || 1), now)
    view.x += dx
    if (view.scale > 1) view.y += dy
    lay()
  })
  const release = e => {
    const point = points.get(e.pointerId)
    if (!point) return
    points.delete(e.pointerId)
    const was = grip, dx = e.clientX - was.x
    if (points.size) return seize()
    if (was.count === 1 && was.has_moved) {
      if (view.scale > 1) return
      const isFar = Math.abs(dx) > 60 && e.type === 'pointerup' && items(box).length > 1
      if (isFar) return show(at + ((dx < 0) !== isRtl() ? 1 : -1))
      view.x = 0
      return lay()
    }
    if (was.has_moved || e.type !== 'pointerup') return
    // Beside the picture is out of it.
    if (!point.on.matches('img')) return close()
    const isMouse = e.pointerType === 'mouse', isSecond = e.timeStamp - tapped < 320
    tapped = isSecond ? 0 : e.timeStamp
    if (isMouse || isSecond) zoom(view.scale > 1 ? 1 : 2.5, { x: e.clientX, y: e.clientY })
  }
  doc.addEventListener('pointerup', release)
  doc.addEventListener('pointercancel', release)

  // The phone's own sheet where there is one; else the links, with one that copies.
  customElements.define('share-links', class extends HTMLElement {
    connectedCallback() {
      const { url, title } = this.dataset, own = $('[data-share]', this), copy = $('[data-copy]', this), done = $('.share__done', this)
      if (navigator.share) {
        own.hidden = false
        $('ul', this).hidden = true
        own.onclick = () => navigator.share({ title, url }).catch(() => {})
      } else if (copy && navigator.clipboard) {
        copy.hidden = false
        copy.onclick = async () => {
          await navigator.clipboard.writeText(url)
          done.textContent = done.dataset.text
          setTimeout(() => { done.textContent = '' }, 4000)
        }
      }
    }
  })
  // On a wide screen the bar comes while the button is out of sight.
  customElements.define('buy-bar', class extends HTMLElement {
    connectedCallback() {
      const button = $('#buy .buy__row [data-main]')
      if (!button) return
      this.watch = new IntersectionObserver(([seen]) => this.classList.toggle('is-on', !seen.isIntersecting))
      this.watch.observe(button)
    }
    disconnectedCallback() { this.watch?.disconnect() }
  })
  // A guide that opens in its place opens over the page.
  doc.addEventListener('click', e => {
    const summary = e.target.closest?.('[data-sheet]>summary')
    if (summary) {
      const own = summary.parentNode, body = $('.guide__body', own), sheet = doc.createElement('dialog')
      if (!sheet.showModal) return
      e.preventDefault()
      sheet.className = 'sheet'
      sheet.setAttribute('aria-label', summary.textContent.trim())
      const head = doc.createElement('div'), title = doc.createElement('h2'), out = doc.createElement('button')
      head.className = 'sheet__head'
      title.textContent = summary.textContent.trim()
      out.type = 'button'
      out.className = 'tool'
      out.setAttribute('aria-label', own.dataset.sheet)
      out.innerHTML = $('template', own).innerHTML
      out.onclick = () => sheet.close()
      head.append(title, out)
      sheet.append(head, body)
      sheet.onclose = () => { own.append(body); sheet.remove(); summary.focus() }
      doc.body.append(sheet)
      sheet.showModal()
    } else if (e.target.matches?.('.sheet')) e.target.close()
  })
})()
