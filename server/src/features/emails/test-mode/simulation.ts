import type { EmailId } from '../email.ts';
import type { Step } from './recipes.ts';

/** Something that is to look as if it had happened to a mail. A click without a link is one on the first. */
export interface Simulation {
  readonly emailId: EmailId;
  readonly kind: Step['kind'];
  readonly link: string | null;
}
