import { missing, refusal } from '#platform/refusals';

export const SegmentNotFound = missing('SEGMENT_NOT_FOUND', 'segment');

/** Quirk: both are plain 400s on `POST /segments` (specification, section 7). */
export const NameRequired = refusal('malformed', 'BAD_REQUEST', () => ({ message: 'Name is required', isPlain: true }));
export const ConditionRequired = refusal('malformed', 'BAD_REQUEST', () => ({
  message: 'Condition is required for dynamic segments',
  isPlain: true,
}));

export const SegmentNotStatic = refusal('unfit', 'SEGMENT_NOT_STATIC', (id: string) => ({
  message: 'Members of a dynamic segment follow from its condition; they cannot be added or removed by hand.',
  details: { id },
}));

export const SegmentNotTracked = refusal('unfit', 'SEGMENT_NOT_TRACKED', (id: string) => ({
  message: 'This segment does not track its membership.',
  details: { id },
  suggestion: 'Set trackMembership to true first.',
}));

interface CampaignUse {
  id: string;
  name: string;
  status: string;
}

export const SegmentInUse = refusal('conflict', 'SEGMENT_IN_USE', (campaigns: readonly CampaignUse[]) => ({
  message: 'A campaign that is not finished uses this segment.',
  details: { campaigns },
}));
