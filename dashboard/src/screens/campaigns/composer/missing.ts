import type { CampaignFields } from '../../../api/campaigns.ts';
import { checkCondition } from '../../../widgets/condition-builder/condition-check.ts';

export type CardName = 'audience' | 'sender' | 'content';

/** What has to be written before the campaign can be saved or looked at, by card. */
export function missingIn(fields: CampaignFields): Readonly<Record<CardName, string | null>> {
  return { audience: audienceGap(fields), sender: senderGap(fields), content: contentGap(fields) };
}

export const isWritten = (fields: CampaignFields): boolean =>
  fields.name.trim() !== '' && Object.values(missingIn(fields)).every((gap) => gap === null);

function audienceGap({ audienceType, segmentId, audienceCondition }: CampaignFields): string | null {
  if (audienceType === 'SEGMENT' && segmentId === null) return 'Choose a segment.';
  if (audienceType !== 'FILTERED') return null;
  if (audienceCondition === null || checkCondition(audienceCondition).length > 0) return 'A rule is not finished.';
  return null;
}

const address = /^[^\s@]+@[^\s@]+$/;

function senderGap({ from, replyTo }: CampaignFields): string | null {
  if (!address.test(from)) return 'The address is missing.';
  return replyTo !== null && !address.test(replyTo) ? 'The reply address is not finished.' : null;
}

function contentGap({ subject, body }: CampaignFields): string | null {
  if (subject.trim() === '') return 'The subject is missing.';
  return body.trim() === '' ? 'The content is missing.' : null;
}
