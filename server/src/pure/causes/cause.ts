/** What led to a contact change, an event, a segment check or a mail; everything that follows from it carries it on (D-935). */
export interface Cause {
  /** How many steps of the service led here (D-420). */
  readonly depth: number;
  /** An event sent with the public key is among what led here (D-408). */
  readonly isPublic: boolean;
}

/** A call with a secret key, a person, incoming mail or the passing of time. */
export const fromOutside: Cause = { depth: 0, isPublic: false };
