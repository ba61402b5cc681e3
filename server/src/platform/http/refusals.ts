import { refusal } from '#platform/refusals';
import { limits } from '#pure/limits';

export const RouteNotFound = refusal('missing', 'RESOURCE_NOT_FOUND', (method: string, path: string) => ({
  message: `There is no route ${method} ${path}.`,
  details: { resource: 'route' },
  suggestion: 'GET /reference lists the routes.',
}));

export const MethodNotAllowed = refusal('not-allowed', 'METHOD_NOT_ALLOWED', (method: string, allowed: string[]) => ({
  message: `${method} is not possible here.`,
  details: { allowed },
}));

export const InvalidApiKey = refusal('unauthenticated', 'INVALID_API_KEY', (wanted: string, suggestion: string) => ({
  message: `This route needs ${wanted}.`,
  suggestion,
}));

export const BadHeader = refusal('malformed', 'BAD_REQUEST', (header: string, message: string) => ({
  message,
  details: { header },
}));

export const BadParameter = refusal(
  'malformed',
  'BAD_REQUEST',
  (parameter: string, received?: unknown, allowed?: readonly unknown[]) => ({
    message: `The value of ${parameter} is not understood.`,
    details: { parameter, ...(received === undefined ? {} : { received }), ...(allowed ? { allowed } : {}) },
  }),
);

export const UnreadableBody = refusal('malformed', 'INVALID_REQUEST_BODY', () => ({
  message: `The body is not readable JSON, nested deeper than ${limits.jsonLevels} levels, or has more than 100,000 values.`,
}));

export const UnreadableUpload = refusal('malformed', 'INVALID_REQUEST_BODY', () => ({
  message: 'The body is not readable multipart form data.',
}));

export const UnreadableUrl = refusal('malformed', 'BAD_REQUEST', () => ({ message: 'The address is not readable.' }));

export const BodyTooLarge = refusal('too-large', 'PAYLOAD_TOO_LARGE', (limitBytes: number) => ({
  message: 'The body is too large.',
  details: { limitBytes },
}));

export const UnsupportedMediaType = refusal(
  'unsupported',
  'UNSUPPORTED_MEDIA_TYPE',
  (allowed: 'application/json' | 'multipart/form-data' = 'application/json') => ({
    message: allowed === 'application/json' ? 'The body must be JSON.' : 'The body must be multipart form data.',
    details: { allowed: [allowed] },
    suggestion: `Send the header \`Content-Type: ${allowed}\`.`,
  }),
);

export const Overloaded = refusal('unavailable', 'OVERLOADED', (what: string, retryAfterSeconds: number) => ({
  message: `Too many ${what} at once.`,
  retryAfterSeconds,
}));

export const TooManyStreams = refusal('throttled', 'RATE_LIMIT_EXCEEDED', () => ({
  message: 'The project has as many open streams here as it may.',
  suggestion: 'Close one, or share one among the pages of a browser.',
  details: { retryAfter: 5, limit: limits.streamsPerProject, windowSeconds: 5, scope: 'project' },
  retryAfterSeconds: 5,
}));

export const TookTooLong = refusal('unavailable', 'OVERLOADED', () => ({
  message: 'The answer takes too long to work out.',
  suggestion: 'Ask for less at once: a shorter period, more filters, no search text.',
  retryAfterSeconds: 5,
}));

export const Unavailable = refusal('unavailable', 'SERVICE_UNAVAILABLE', () => ({
  message: 'The service is starting, stopping, or cannot reach its database.',
  retryAfterSeconds: 5,
}));

export const ProjectMoving = refusal('unavailable', 'SERVICE_UNAVAILABLE', () => ({
  message: 'This project is being moved to another installation. Nothing is written to it until that has ended.',
  retryAfterSeconds: 5,
}));

export const DatabaseFull = refusal('unavailable', 'SERVICE_UNAVAILABLE', () => ({
  message: 'The database has no room left: nothing can be written until its operator makes some. Reading still works.',
  retryAfterSeconds: 30,
}));
