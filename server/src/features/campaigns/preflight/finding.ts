import type { TextPosition } from '#pure/templating';

/** What a preflight can find, and how much it matters: a block keeps the campaign from being ready (contract/07). */
export const levels = {
  CAMPAIGN_NOT_SENDABLE: 'block',
  DOMAIN_NOT_VERIFIED: 'block',
  DMARC_REQUIRED: 'block',
  DMARC_MISSING: 'warning',
  DOMAIN_AT_RISK: 'warning',
  AUDIENCE_EMPTY: 'block',
  SEGMENT_GONE: 'block',
  AUDIENCE_CHANGED: 'warning',
  TEMPLATE_SYNTAX: 'block',
  VARIABLE_MISSING: 'block',
  SUBJECT_LONG: 'warning',
  UNSUBSCRIBE_LINK_MISSING: 'block',
  LINK_MALFORMED: 'block',
  LINK_PERSONAL: 'note',
  IMAGE_NOT_ABSOLUTE: 'block',
  IMAGE_WITHOUT_ALT: 'warning',
  BODY_LARGE: 'warning',
  TEXT_PART_THIN: 'warning',
  BILLING_LIMIT: 'block',
  SENDING_PAUSED: 'block',
  SENDING_LONG: 'warning',
  SAME_CONTENT_RECENTLY: 'warning',
  CREATED_BY_SEND: 'note',
  TEST_MODE: 'note',
  NOT_CHECKED: 'note',
} as const satisfies Record<string, 'block' | 'warning' | 'note'>;

export type FindingCode = keyof typeof levels;

export const findingFields = ['subject', 'body', 'from', 'audienceType', 'segmentId', 'sendRate'] as const;

/** What would mend it, for programs. */
export type Fix =
  | { readonly action: 'add_fallback'; readonly variable: string }
  | { readonly action: 'open_domain'; readonly domainId: string }
  | { readonly action: 'add_domain'; readonly domain: string }
  | { readonly action: 'open_campaign'; readonly campaignId: string }
  | { readonly action: 'choose_audience' };

export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  readonly field: (typeof findingFields)[number] | null;
  readonly line: number | null;
  readonly column: number | null;
  /** How many contacts it is about. */
  readonly count: number | null;
  readonly sample: readonly { readonly id: string; readonly email: string }[];
  readonly fix: Fix | null;
}

interface FindingDetails extends Partial<Omit<Finding, 'code' | 'message' | 'line' | 'column'>> {
  readonly position?: TextPosition | undefined;
}

export const finding = (code: FindingCode, message: string, details: FindingDetails = {}): Finding => {
  const { position, field = null, count = null, sample = [], fix = null } = details;
  return { code, message, field, line: position?.line ?? null, column: position?.column ?? null, count, sample, fix };
};
