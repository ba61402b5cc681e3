import { refusal } from '#platform/refusals';

/** Which mail is asked about: one of these parameters, and no more. */
export const OneSubject = refusal('malformed', 'BAD_REQUEST', (parameters: readonly string[]) => ({
  message: `Exactly one of ${parameters.join(', ')} is needed.`,
  details: { allowed: parameters },
}));

/** One at a time for each project, in each process: every export reads pages for as long as its reader takes them. */
export const ExportRunning = refusal('throttled', 'RATE_LIMIT_EXCEEDED', () => ({
  message: 'A contact of this project is being exported already.',
  details: { retryAfter: 5, limit: 1, windowSeconds: 5, scope: 'project' },
  retryAfterSeconds: 5,
}));
