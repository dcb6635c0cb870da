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
})();
