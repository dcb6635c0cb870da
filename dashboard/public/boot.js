// Runs before the first paint: no flash of the wrong direction, language or skin (SH-01).
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  var locale = read('locale') === 'en' ? 'en' : 'ar';
  var skin = read('skin');
  if (skin !== 'dark' && skin !== 'light') {
    skin = window.matchMedia && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.lang = locale;
  root.dir = locale === 'ar' ? 'rtl' : 'ltr';
  root.setAttribute('data-mantine-color-scheme', skin);
  if (read('density') === 'compact') root.setAttribute('data-density', 'compact');

  // The letters of this language start to load before the stylesheet names them, and no others.
  var fonts = document.querySelector('meta[name="fonts-' + locale + '"]');
  (fonts ? fonts.content.split(' ') : []).forEach(function (href) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.setAttribute('as', 'font');
    link.type = 'font/woff2';
    link.crossOrigin = '';
    link.href = href;
    document.head.appendChild(link);
  });

  // The program did not come, or broke before it showed anything: without a word its shape would stand there for ever.
  var texts = {
    ar: ['تعذّر تحميل لوحة التحكم', 'تحقق من اتصالك بالإنترنت، ثم أعد المحاولة.', 'إعادة المحاولة'],
    en: ["The dashboard couldn't load", 'Check your internet connection, then try again.', 'Try again'],
  }[locale];
  var show = function () {
    var boot = document.getElementById('boot');
    if (!boot || document.querySelector('.boot-failed')) return;
    var add = function (tag, text) {
      var element = document.createElement(tag);
      element.textContent = text;
      place.appendChild(element);
      return element;
    };
    var place = document.createElement('div');
    place.className = 'boot-failed';
    place.setAttribute('role', 'alert');
    add('h1', texts[0]);
    add('p', texts[1]);
    var again = add('button', texts[2]);
    again.type = 'button';
    // Without a line a reload would end in the browser's own error page; it comes by itself with the line.
    again.onclick = function () {
      if (navigator.onLine !== false) location.reload();
    };
    window.addEventListener('online', function () {
      location.reload();
    });
    boot.removeAttribute('aria-hidden');
    boot.className = 'boot boot--failed';
    boot.textContent = '';
    boot.appendChild(place);
  };
  window.addEventListener(
    'error',
    function (event) {
      var from = event.target;
      // A script of the page that was not fetched, or one that threw; a picture or a style is not the program.
      if (from && from.tagName) {
        if (from.tagName !== 'SCRIPT' || from.type !== 'module') return;
        // A script of an extension is none of the page's.
      } else if (String(event.filename).indexOf(location.origin + '/') !== 0) return;
      // What is on its way when the page is being left.
      setTimeout(show, 0);
    },
    true,
  );
})();
