import { useNavigate, useSearch } from '@tanstack/react-router';
import { LoginForm, type LoginLinkProps } from './login-form';
import { LinkAnchor } from '@/shared/ui/link-anchor';

function RouterLink({ to, children, ...anchor }: LoginLinkProps) {
  return (
    <LinkAnchor {...{ to }} {...anchor}>
      {children}
    </LinkAnchor>
  );
}

/** AU-01 inside the program: after signing out, or when a session ended. Visitors from outside get `login.html`. */
export function LoginPage() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ from: '/login' });
  return <LoginForm redirect={redirect} onOpen={(to) => navigate({ to, replace: true })} LinkTo={RouterLink} />;
}
