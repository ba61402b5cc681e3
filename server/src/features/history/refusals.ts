import { refusal } from '#platform/refusals';

/** Which mail is asked about: one of these parameters, and no more. */
export const OneSubject = refusal('malformed', 'BAD_REQUEST', (parameters: readonly string[]) => ({
  message: `Exactly one of ${parameters.join(', ')} is needed.`,
  details: { allowed: parameters },
}));
