import { acceptTest } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { type ProjectCall, TooManyRequests } from '#platform/identity';
import { countUse } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import type { CampaignId } from './campaign.ts';
import { findCampaign } from './queries.ts';

/** What became of a test mail. */
export interface TestMail {
  readonly emailId: string;
  readonly status: 'QUEUED' | 'SUPPRESSED' | 'FAILED' | 'CANCELLED';
  readonly reason: string | null;
}

/** Sends the campaign as it is now to one address (D-820). Whatever its status; its counts do not change. */
export async function testCampaign(call: ProjectCall, id: CampaignId, to: string): Promise<TestMail> {
  const campaign = await call.read((reader) => findCampaign(reader, id));
  const text = { ...campaign, body: campaign.bodyInlined ?? campaign.body, to, requestId: call.requestId };
  const { mail, closure } = await acceptTest(call, text, (tx) => countTest(tx, id));
  return { emailId: mail.id, status: closure?.status ?? 'QUEUED', reason: closure?.reason ?? null };
}

async function countTest(tx: ProjectTx, id: CampaignId): Promise<void> {
  const limit = limits.campaignTests;
  const { used, resetSeconds } = await countUse(tx.db, `campaign-tests:${id}`, limit);
  if (used > limit.max) throw TooManyRequests('campaign', limit, resetSeconds);
}
