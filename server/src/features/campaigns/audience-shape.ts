import { conditionIssues } from '#features/segments';
import { bodyId } from '#platform/http';
import { readCondition } from '#pure/conditions';
import type { AudienceType, CampaignAudience } from './campaign.ts';

/** The fields of an audience as they were sent, or as they are stored. */
export interface GivenAudience {
  readonly audienceType: AudienceType;
  readonly segmentId?: unknown;
  readonly audienceCondition?: unknown;
}

export interface AudienceIssue {
  readonly code: 'custom';
  readonly message: string;
  readonly params: { readonly code: string };
  readonly path: PropertyKey[];
}

const SegmentId = bodyId<'segment'>('segment');

const issue = (field: string, code: string, message: string): AudienceIssue => ({
  code: 'custom',
  message,
  params: { code },
  path: [field],
});

/** The audience that these fields describe; what does not belong to its type is ignored, whatever it holds (D-803). */
export function readAudience({
  audienceType,
  segmentId,
  audienceCondition,
}: GivenAudience):
  | { readonly ok: true; readonly audience: CampaignAudience }
  | { readonly ok: false; readonly issues: readonly AudienceIssue[] } {
  const nobody = { audienceType, segmentId: null, audienceCondition: null };
  if (audienceType === 'ALL') return { ok: true, audience: nobody };
  if (audienceType === 'SEGMENT') {
    if (segmentId === undefined || segmentId === null) return missing('segmentId');
    const parsed = SegmentId.safeParse(segmentId);
    if (parsed.success) return { ok: true, audience: { ...nobody, segmentId: parsed.data } };
    const [code, message] = typeof segmentId === 'string' ? stringIssue : typeIssue;
    return { ok: false, issues: [issue('segmentId', code, message)] };
  }
  if (audienceCondition === undefined || audienceCondition === null) return missing('audienceCondition');
  const parsed = readCondition(audienceCondition, { allowsContext: false });
  if (parsed.ok) return { ok: true, audience: { ...nobody, audienceCondition: parsed.tree } };
  const issues = conditionIssues(parsed.problems).map((each) => ({
    ...each,
    path: ['audienceCondition', ...each.path],
  }));
  return { ok: false, issues };
}

const stringIssue = ['invalid_string', 'Must be an id.'] as const;
const typeIssue = ['invalid_type', 'Must be a string.'] as const;

const missing = (field: string) => ({ ok: false, issues: [issue(field, 'required', 'Required')] }) as const;
