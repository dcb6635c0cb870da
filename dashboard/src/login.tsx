import './shared/ui/login-styles.css';
import './shared/ui/global.css';
import { LoginDocument } from './app/login-document';
import { mount } from './app/mount';
import { getSession, homeRouteFor, isAuthenticated } from './shared/session/session';
import { addFonts } from './shared/ui/fonts';

const home = isAuthenticated() ? homeRouteFor(getSession().user) : '/login';
// A role without a home page would be redirected here forever; the user may sign in with another account.
if (home !== '/login') location.replace(home);
else {
  addFonts();
  mount(<LoginDocument />);
}
