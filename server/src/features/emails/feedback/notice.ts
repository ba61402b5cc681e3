import type { EmailId } from '../email.ts';

export type BounceType = 'Permanent' | 'Transient';

/** Something the world tells us about a mail that was handed over. Each of them proves the hand-over. */
export type Notice = { readonly emailId: EmailId; readonly at: Date } & (
  | { readonly kind: 'send' }
  | { readonly kind: 'delivery' }
  | {
      readonly kind: 'bounce';
      readonly bounceType: BounceType;
      /** The address does not exist (D-634); only said of permanent ones. */
      readonly isAboutAddress: boolean;
      readonly diagnostic: string | null;
    }
  | { readonly kind: 'complaint'; readonly feedbackType: string | null }
  /** The provider took the mail and then refused to send it on. */
  | { readonly kind: 'reject'; readonly error: string | null }
  /** Counted ones only: whoever tells decides what is machine traffic (D-663). Each copy counts. */
  | { readonly kind: 'open' }
  | { readonly kind: 'click'; readonly link: string; readonly isFirstOfLink: boolean }
);
