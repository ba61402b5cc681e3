import type { EmailSource } from '../email.ts';

/** Most urgent first; the position is stored in the rows. */
export const lanes = ['transactional', 'workflow', 'campaign'] as const;

export type Lane = (typeof lanes)[number];

const bySource: Record<EmailSource, Lane> = {
  TRANSACTIONAL: 'transactional',
  WORKFLOW: 'workflow',
  CAMPAIGN: 'campaign',
};

/** The lane of a new mail, by what created it. */
export const laneOf = (source: EmailSource): Lane => bySource[source];
