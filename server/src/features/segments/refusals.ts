import { missing, plainRefusal, refusal } from '#platform/refusals';

export const SegmentNotFound = missing('SEGMENT_NOT_FOUND', 'segment');

/** Quirk: both are plain 400s on `POST /segments` (specification, section 7). */
export const NameRequired = plainRefusal('malformed', 'BAD_REQUEST', 'Name is required');
export const ConditionRequired = plainRefusal('malformed', 'BAD_REQUEST', 'Condition is required for dynamic segments');

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
