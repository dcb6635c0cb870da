// Who is not signed in sees the shape of the sign-in page, and not that of a store's.
(function () {
  var token = null;
  try {
    token = localStorage.getItem('accessToken');
  } catch {
    // Refused: nobody is signed in.
  }
  // The home of nobody is the sign-in page, which has a lighter document of its own.
  if (!token && location.pathname === '/') location.replace('/login');
  var open = /^\/(login|register|forgot-password|reset-password|invitation|impersonate|terms|privacy)\b/;
  if (!token || open.test(location.pathname)) document.querySelector('.boot').classList.add('boot--door');
})();
