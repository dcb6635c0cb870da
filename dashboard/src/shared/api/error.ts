/** The meaning of a failed response for the user, by status (GU-03..07). */
export type Outcome =
  | 'onboarding' // 310: finish the questionnaire at /ready
  | 'signed_out' // 401 after a failed refresh
  | 'plan_limit' // 402: the plan does not include it; the page decides what to say
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'conflict' // 409: illegal transition, or a stale version
  | 'invalid' // 422: errors by field
  | 'throttled' // 429
  | 'rejected' // any other 4xx
  | 'unavailable' // 503
  | 'failed' // any other 5xx, or a malformed answer
  | 'unreachable' // no response
  | 'aborted'; // aborted by the caller

export function outcomeOf(status: number): Outcome {
  switch (status) {
    case 310:
      return 'onboarding';
    case 401:
      return 'signed_out';
    case 402:
      return 'plan_limit';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 409:
      return 'conflict';
    case 422:
      return 'invalid';
    case 429:
      return 'throttled';
    case 503:
      return 'unavailable';
    default:
      return status >= 400 && status < 500 ? 'rejected' : 'failed';
  }
}

/** Messages by dotted field path: `{"name.ar": ["…"], "items.0.quantity": ["…"]}`. */
export type FieldErrors = Record<string, string[]>;

/** Every failed call throws this and nothing else. */
export class ApiError extends Error {
  readonly outcome: Outcome;
  /** 0 when there was no answer. */
  readonly status: number;
  /** The server's machine-readable code, `stale_version` say. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds to wait after a 429. */
  readonly retryAfter: number | null;
  /** The whole body, for answers that carry more (the current row of a 409, say). */
  readonly body: unknown;

  constructor(init: {
    outcome: Outcome;
    status: number;
    message?: string;
    code?: string;
    fields?: FieldErrors;
    retryAfter?: number | null;
    body?: unknown;
  }) {
    super(init.message ?? '');
    this.name = 'ApiError';
    this.outcome = init.outcome;
    this.status = init.status;
    this.code = init.code ?? '';
    this.fields = init.fields ?? {};
    this.retryAfter = init.retryAfter ?? null;
    this.body = init.body;
  }

  /** The row changed since it was read: offer the conflict dialog (state rule 8). */
  get isStale(): boolean {
    return this.status === 409 && (/stale|version/.test(this.code) || 'version' in this.fields);
  }

  /** The current row, when the 409 has it: `theirs` of `StaleDialog`. */
  get current(): unknown {
    return typeof this.body === 'object' && this.body !== null
      ? (this.body as { current?: unknown }).current
      : undefined;
  }

  /** All field messages in one list. */
  get messages(): string[] {
    return [...new Set(Object.values(this.fields).flat())];
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** Parses the error body `{message, code, errors}`, tolerating missing parts. */
export function errorFrom(status: number, body: unknown, headers?: Headers): ApiError {
  const record = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const fields: FieldErrors = {};
  if (typeof record.errors === 'object' && record.errors !== null) {
    for (const [path, messages] of Object.entries(record.errors)) {
      fields[path] = (Array.isArray(messages) ? messages : [messages]).map(String);
    }
  }
  const wait = Number(headers?.get('retry-after'));
  return new ApiError({
    outcome: outcomeOf(status),
    status,
    message: typeof record.message === 'string' ? record.message : '',
    code: typeof record.code === 'string' ? record.code : '',
    fields,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : null,
    body,
  });
}
