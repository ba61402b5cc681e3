import type { JsonObject } from '#pure/custom-fields';

/** Kinds of items (D-234). */
export const timelineKinds = ['created', 'event', 'email', 'step', 'segment', 'subscription'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Something in the history of a contact. */
export interface TimelineItem {
  readonly id: string;
  readonly kind: TimelineKind;
  /** Items are ordered by this moment and then by their id. */
  readonly createdAt: Date;
  readonly name: string | null;
  readonly emailId: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly stepId: string | null;
  readonly segmentId: string | null;
  readonly data: JsonObject | null;
}

export const noIds = {
  emailId: null,
  campaignId: null,
  workflowId: null,
  executionId: null,
  stepId: null,
  segmentId: null,
} as const;
