import type { MovedEmail } from './move-emails.ts';
import type { Notice } from './notice.ts';

/** One email after a batch of notices, and its notices. */
export interface EmailChange {
  readonly email: MovedEmail;
  readonly notices: readonly Notice[];
}
