import { setTokens } from '../session/session';
import { readStorage } from '../session/storage';
import { ApiError, errorFrom } from './error';

/**
 * Rotates the tokens after a 401. Using an old refresh token ends the whole session family on the server (decisions 3),
 * so only one tab may do it: a Web Lock serialises the tabs, and after a rotation the next one finds that the stored
 * token differs from the one that failed.
 *
 * Returns false when the session is over. No response, or a 5xx, tells nothing about the session: it throws, and the
 * call fails like any other.
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
  const stored = readStorage('accessToken');
  const refreshToken = readStorage('refreshToken');
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
