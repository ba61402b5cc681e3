import { missing, refusal } from '#platform/refusals';
import type { RateLimit } from '#pure/limits';

export const ProjectNotFound = missing('RESOURCE_NOT_FOUND', 'project');

export const Unauthorized = refusal('unauthenticated', 'UNAUTHORIZED', () => ({
  message: 'There is no valid session.',
  suggestion: 'Sign in again.',
}));

export const OriginRefused = refusal('forbidden', 'FORBIDDEN', () => ({
  message: 'A call with a session cookie must come from the dashboard itself.',
  details: { reason: 'ORIGIN_REFUSED' },
}));

export const RoleTooLow = refusal('forbidden', 'FORBIDDEN', (needed: string) => ({
  message: `This needs the role ${needed}.`,
  details: { reason: 'ROLE_TOO_LOW' },
}));

export const ProjectDisabled = refusal('forbidden', 'PROJECT_DISABLED', (reason: string) => ({
  message: 'This project is disabled.',
  details: { reason },
}));

export const ProjectResetting = refusal('conflict', 'PROJECT_RESETTING', (jobId: string) => ({
  message: 'All data of this project is being deleted. Nothing is written to it until that has ended.',
  details: { jobId },
  retryAfterSeconds: 5,
}));

export const TooManyRequests = refusal(
  'throttled',
  'RATE_LIMIT_EXCEEDED',
  (
    scope: 'project' | 'user' | 'address' | 'campaign',
    { max: limit, windowSeconds }: RateLimit,
    retryAfter: number,
  ) => ({
    message: 'Too many requests.',
    details: { retryAfter, limit, windowSeconds, scope },
    retryAfterSeconds: retryAfter,
  }),
);

export const AdministratorsOnly = refusal('forbidden', 'FORBIDDEN', () => ({
  message: 'Only administrators of this installation may do this.',
  details: { reason: 'NOT_ADMINISTRATOR' },
}));
