import type { BulkMail } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import type { Claim } from '#platform/spool';
import type { Campaign } from '../campaign.ts';

/** How far a campaign under way has come. */
export interface CampaignRun {
  readonly contactCursor: string | null;
  readonly lastEmailId: string | null;
  readonly isExpanded: boolean;
  readonly dueCursor: string | null;
  readonly isAllDue: boolean;
  readonly canaryStage: 'PART' | 'OBSERVED' | 'REST';
  readonly canaryShare: number | null;
  readonly observedUntil: Date | null;
  readonly dueSince: Date | null;
}

/** What one transaction has done. */
export interface Portion {
  readonly run: CampaignRun;
  /** There is more of the same, although no cursor shows it. */
  readonly isFull: boolean;
}

/** The run, locked; null when another worker has taken it over. Locked before the campaign, where both are. */
export async function lockRun(tx: ProjectTx, { id, fence }: Claim): Promise<CampaignRun | null> {
  const row = await tx.db
    .selectFrom('campaignRuns')
    .select(['contactCursor', 'lastEmailId', 'isExpanded', 'dueCursor', 'isAllDue'])
    .select(['canaryStage', 'canaryShare', 'observedUntil', 'dueSince'])
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, canaryShare: row.canaryShare === null ? null : Number(row.canaryShare) } : null;
}

/** Moves the run; in the transaction that writes what it has moved past. */
export async function moveRun(tx: ProjectTx, { id }: Pick<Claim, 'id'>, change: Partial<CampaignRun>): Promise<void> {
  await tx.db
    .updateTable('campaignRuns')
    .set(change)
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}

export const bulkMailOf = (campaign: Campaign): BulkMail => ({
  sourceId: campaign.id,
  type: campaign.type,
  fromEmail: campaign.fromEmail,
  fromName: campaign.fromName,
  replyTo: campaign.replyTo,
  templateId: campaign.templateId,
  isTest: campaign.isTest,
});
