import type { Readable } from 'node:stream';
import type { ProjectContext } from '#platform/context';
import { instant } from '#platform/http';
import { NoFreeSlot, Shares, streamAlone } from '#platform/shares';
import { writeRow } from '#pure/csv';
import { limits } from '#pure/limits';
import type { Campaign } from '../campaign.ts';
import { ExportRunning } from '../refusals.ts';
import { type CampaignRecipient, listRecipients, type RecipientQuery } from './list-recipients.ts';

const header = ['emailId', 'contactId', 'email', 'status', 'reason', 'error', 'occurredAt'];
/** Each reads pages of the largest table for as long as the client takes them. */
const exports = new Shares({ slots: Number.POSITIVE_INFINITY, maxPerOwner: () => 1 });

/** All recipients of the query as CSV, a page at a time; one at a time for each project. */
export async function streamRecipients(
  ctx: ProjectContext,
  campaign: Campaign,
  query: Omit<RecipientQuery, 'limit' | 'after'>,
): Promise<Readable> {
  return streamAlone(exports, ctx.projectId, () => pages(ctx, campaign, query)).catch((error: unknown) => {
    throw error instanceof NoFreeSlot ? ExportRunning() : error;
  });
}

async function* pages(
  ctx: ProjectContext,
  campaign: Campaign,
  query: Omit<RecipientQuery, 'limit' | 'after'>,
): AsyncGenerator<string> {
  yield writeRow(header);
  for (let after: string | null = null; ; ) {
    const page = await listRecipients(ctx, campaign, { ...query, limit: limits.recipientsPerPart, after });
    if (page.rows.length > 0) yield page.rows.map(rowOf).join('');
    if (page.after === null) return;
    after = page.after;
  }
}

const rowOf = ({ id, contactId, email, status, reason, error, occurredAt }: CampaignRecipient): string =>
  writeRow([
    id,
    contactId ?? '',
    email ?? '',
    status,
    reason ?? '',
    error ?? '',
    occurredAt ? instant(occurredAt) : '',
  ]);
