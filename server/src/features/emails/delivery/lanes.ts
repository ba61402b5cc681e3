import type { EmailSource, EmailType } from '../email.ts';

/** Most urgent first; the position is stored in the rows. */
export const lanes = ['transactional', 'workflow', 'campaign'] as const;

export type Lane = (typeof lanes)[number];

/** Mails one worker hands over at the same time. */
export const sessions = 20;

/**
 * The lane of a new mail. Only transactional mail of a request is urgent: marketing mail through `/v1/send`, or resent, can
 * be as much as a campaign and uses its lane.
 */
export function laneOf({ type, sourceType }: { type: EmailType; sourceType: EmailSource }): Lane {
  if (sourceType === 'WORKFLOW') return 'workflow';
  return type === 'TRANSACTIONAL' && sourceType === 'TRANSACTIONAL' ? 'transactional' : 'campaign';
}

/** Only mails of the same priority share a statement: urgent mail never waits for a statement full of other mail. */
export const priorityOf = ({ lane }: { lane: string }): 'urgent' | 'bulk' =>
  lane === ('transactional' satisfies Lane) ? 'urgent' : 'bulk';
