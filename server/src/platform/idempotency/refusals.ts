import { refusal } from '#platform/refusals';
import type { EarlierKeyUse } from './find-key-use.ts';

export const BadIdempotencyKey = refusal('malformed', 'BAD_REQUEST', () => ({
  message: 'An Idempotency-Key has 1 to 255 printable ASCII characters and is sent once.',
  details: { header: 'Idempotency-Key' },
}));

/** D-139: a key that is in use or was used is refused, never replayed. Only the secret key sees the stored reply. */
export const KeyReused = refusal('conflict', 'IDEMPOTENCY_KEY_REUSED', (use: EarlierKeyUse, showsReply: boolean) => ({
  message: 'This Idempotency-Key was already used by this project.',
  details: {
    key: use.key,
    originalRequest: use.request,
    originalRequestAt: use.at.toISOString(),
    originalStatusCode: use.statusCode,
    ...(showsReply && use.statusCode !== null ? { originalResponse: use.reply } : {}),
  },
  suggestion:
    use.statusCode === null
      ? 'The first request is still running. Ask again in a second.'
      : showsReply
        ? 'Read details.originalResponse, or use a new key for a new request.'
        : 'Use a new key for a new request.',
  ...(use.statusCode === null ? { retryAfterSeconds: 1 } : {}),
}));
