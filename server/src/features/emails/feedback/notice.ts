import type { BounceType, EmailId } from '../email.ts';

/** A report from outside about a mail that was handed over. Each notice proves the hand-over. */
export type Notice = { readonly emailId: EmailId; readonly at: Date } & (
  | { readonly kind: 'send' }
  | { readonly kind: 'delivery' }
  | {
      readonly kind: 'bounce';
      readonly bounceType: BounceType;
      /** The address does not exist (D-634); only for permanent bounces. */
      readonly isAboutAddress: boolean;
      readonly diagnostic: string | null;
    }
  | { readonly kind: 'complaint'; readonly feedbackType: string | null }
  /** The provider took the mail and then refused to send it on. */
  | { readonly kind: 'reject'; readonly error: string | null }
  /** Only counted opens and clicks: the caller filters machine traffic (D-663). Each copy counts. */
  | { readonly kind: 'open' }
  | { readonly kind: 'click'; readonly link: string; readonly isFirstOfLink: boolean }
);
