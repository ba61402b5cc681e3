import type { Problem } from '../../../api/problem.ts';

/** Thrown where something needs the saved campaign, and it could not be saved. */
export class NotSaved extends Error {}

export const notSaved = (whatFor: 'sent' | 'tested'): Problem => ({
  message: `The campaign could not be saved, so it was not ${whatFor}.`,
  suggestion: 'Close this and see what stands beside the title.',
  statusCode: 0,
  code: 'NOT_SAVED',
  details: {},
  retryAfterSeconds: null,
});
