import type { MovedEmail } from './move-emails.ts';
import type { Notice } from './notice.ts';

/** What a batch says of one email, and where that has brought it. */
export interface Told {
  readonly email: MovedEmail;
  readonly notices: readonly Notice[];
}
