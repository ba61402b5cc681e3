import { refusal } from '#platform/refusals';
import { limits } from '#pure/limits';

export const TooManyWait = refusal('throttled', 'RATE_LIMIT_EXCEEDED', (limit: number) => ({
  message: `${limit} calls of a project may wait for mail at once.`,
  details: { retryAfter: 1, limit, windowSeconds: limits.inboxWaitSeconds, scope: 'project' },
  retryAfterSeconds: 1,
}));

export const NoMatchingEmail = refusal('missing', 'NO_MATCHING_EMAIL', (seconds: number) => ({
  message: `No email that fits has come within ${seconds} s.`,
  suggestion: 'Only test mail is captured: see the field test of the email.',
}));
