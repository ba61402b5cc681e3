/** What a mail that came back says about one that we sent. */
export interface Report {
  /** `none`: nothing follows from it, for the reason `why`. */
  readonly kind: 'bounce' | 'complaint' | 'delay' | 'none';
  readonly why: 'auto-reply' | 'delivered' | 'not-spam' | 'unknown' | null;
  readonly bounceType: 'Permanent' | 'Transient' | null;
  /** Nobody lives at the address (M7): only said of permanent bounces with the few codes that mean it. */
  readonly isAboutAddress: boolean;
  /** RFC 3463, for example `5.1.1`. */
  readonly status: string | null;
  /** The other side's own words, at most 512 characters. */
  readonly diagnostic: string | null;
  readonly recipient: string | null;
  /** Of complaints, as the report names it. */
  readonly feedbackType: string | null;
  /** Texts that look like a return path of ours. Only a signature says whether they are. */
  readonly returnPaths: readonly string[];
}

/** A message taken apart as far as reports need it. Names of headers are in lower case. */
export interface ReportMail {
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly text: string;
  readonly parts: readonly { readonly type: string; readonly content: string }[];
}

const empty = {
  why: null,
  bounceType: null,
  isAboutAddress: false,
  status: null,
  diagnostic: null,
  recipient: null,
  feedbackType: null,
  returnPaths: [],
} as const;

export const reportOf = (kind: Report['kind'], more: Partial<Report> = {}): Report => ({ ...empty, kind, ...more });

export const nothing = (why: NonNullable<Report['why']>): Report => reportOf('none', { why });
