import { setTokens } from '../session/session';
import { readKept } from '../session/storage';
import { ApiError, errorFrom } from './error';

/**
 * Rotates the tokens after a 401. Using an old refresh token ends the whole session family on the server
 * (decisions 3), so only one tab may do it: a Web Lock makes the others wait, and whoever enters after the
 * rotation finds that the stored token is no longer the one that failed.
 *
 * False when the session is over. No answer, or a server in trouble, says nothing about the session: that throws, and
 * the call fails as any call does then.
 */
let running: Promise<boolean> | null = null;

export function refreshSession(failedToken: string): Promise<boolean> {
  running ??= locked(failedToken).finally(() => {
    running = null;
  });
  return running;
}

function locked(failedToken: string): Promise<boolean> {
  const work = () => rotate(failedToken);
  return typeof navigator !== 'undefined' && navigator.locks ? navigator.locks.request('rawaj.refresh', work) : work();
}

async function rotate(failedToken: string): Promise<boolean> {
  const stored = readKept('accessToken');
  const refreshToken = readKept('refreshToken');
  if (stored && stored !== failedToken) {
    if (refreshToken) setTokens(stored, refreshToken);
    return true;
  }
  if (!refreshToken) return false;
  let response: Response;
  try {
    response = await fetch('/api/refresh-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      credentials: 'same-origin',
      body: JSON.stringify({ refreshToken }),
    });
  } catch (cause) {
    throw new ApiError({ outcome: 'unreachable', status: 0, body: cause });
  }
  if (response.status === 429 || response.status >= 500) throw errorFrom(response.status, null, response.headers);
  if (!response.ok) return false;
  const answer = (await response.json().catch(() => null)) as {
    data?: { access_token?: string; refresh_token?: string };
  } | null;
  if (!answer?.data?.access_token) return false;
  setTokens(answer.data.access_token, answer.data.refresh_token ?? refreshToken);
  return true;
}
