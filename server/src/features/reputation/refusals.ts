import { instant } from '#platform/http';
import { refusal } from '#platform/refusals';

export const NotPaused = refusal('unfit', 'NOT_PAUSED', () => ({
  message: 'This mail is not paused.',
}));

export const ResumeTooSoon = refusal('forbidden', 'RESUME_TOO_SOON', (from: Date) => ({
  message: 'A pause of marketing mail was lifted less than seven days ago.',
  details: { allowedAt: instant(from) },
  suggestion: 'Take bad addresses off your lists meanwhile.',
}));
