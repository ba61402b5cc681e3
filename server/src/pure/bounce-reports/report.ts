/** What a returned mail reports about one that we sent. */
export type BounceReport =
  | {
      readonly kind: 'bounce';
      readonly bounceType: 'Permanent' | 'Transient';
      /** The mailbox does not exist (M7): only for permanent bounces with the few codes that mean it. */
      readonly isAboutAddress: boolean;
      /** RFC 3463, for example `5.1.1`. */
      readonly status: string | null;
      /** The remote server's own text, at most 512 characters. */
      readonly diagnostic: string | null;
      readonly recipient: string | null;
    }
  | {
      readonly kind: 'complaint';
      /** As the report names it. */
      readonly feedbackType: string | null;
      readonly recipient: string | null;
      /** Texts that look like a return path of ours. Only the signature proves it. */
      readonly returnPaths: readonly string[];
    }
  | {
      readonly kind: 'delay';
      readonly status: string | null;
      readonly diagnostic: string | null;
      readonly recipient: string | null;
    }
  /** It has no effect. */
  | { readonly kind: 'none'; readonly why: 'auto-reply' | 'delivered' | 'not-spam' | 'unknown' };

/** A message, parsed as far as reports need it. Header names are in lower case. */
export interface ReportMail {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly text: string;
  readonly parts: readonly { readonly type: string; readonly content: string }[];
}
