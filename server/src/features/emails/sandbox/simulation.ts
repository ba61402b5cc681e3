import type { EmailId } from '../email.ts';
import type { RecipeStep } from './recipes.ts';

/** A simulated notice or hit about a mail. A click without a link is on the first link. */
export interface Simulation {
  readonly emailId: EmailId;
  readonly kind: RecipeStep['kind'];
  readonly link: string | null;
}
