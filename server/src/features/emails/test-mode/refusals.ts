import { refusal } from '#platform/refusals';

export const NoMatchingEmail = refusal('missing', 'NO_MATCHING_EMAIL', (seconds: number) => ({
  message: `No email that fits has come within ${seconds} s.`,
  suggestion: 'Only test mail is captured: see the field test of the email.',
}));
