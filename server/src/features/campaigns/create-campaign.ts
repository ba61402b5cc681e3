import { DomainNotVerified } from '#features/domains';
import { checkTexts } from '#features/templates';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { Refusal } from '#platform/refusals';
import type { Campaign, CampaignFields, CampaignId } from './campaign.ts';
import { columnsOf } from './campaign-row.ts';
import { checkFields } from './check-fields.ts';
import { findCampaign } from './queries.ts';
import { SenderNotVerified } from './refusals.ts';

/** Stores a new draft. Its texts must parse, and its sender's domain must be verified. */
export async function createCampaign(ctx: ProjectContext, fields: CampaignFields): Promise<Campaign> {
  const bodyInlined = await checkTexts(ctx, fields);
  return ctx.transaction(async (tx) => {
    await checkFields(tx, fields, null).catch(asSpecified);
    return insertCampaign(tx, { ...fields, bodyInlined });
  });
}

function asSpecified(error: unknown): never {
  throw error instanceof Refusal && error.code === DomainNotVerified.code ? SenderNotVerified(error.text) : error;
}

export async function insertCampaign(
  tx: ProjectTx,
  fields: CampaignFields & Pick<Campaign, 'bodyInlined'>,
): Promise<Campaign> {
  const id: CampaignId = tx.newId<'campaign'>();
  await tx.db
    .insertInto('campaigns')
    .values({ projectId: tx.projectId, id, ...columnsOf(fields), createdAt: tx.now, updatedAt: tx.now })
    .execute();
  return findCampaign(tx, id);
}
