import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { ActivityType } from './activity-types.ts';
import type { FeedRecord } from './feed-query.ts';
import { loadCampaignTotals } from './load-campaign-totals.ts';
import { loadMailMetadata, type MailMetadata } from './load-mail-metadata.ts';
import { loadRecordData, type RecordData } from './load-record-data.ts';

/** An item of the feed (D-1010). */
export interface ActivityItem {
  readonly id: string;
  readonly type: ActivityType;
  readonly at: Date;
  readonly contactId: string | null;
  readonly contactEmail: string | null;
  readonly metadata: JsonObject;
}

interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly cancelledThrough: Date | null;
}

/** All that the items of one page show, loaded for all of them at once. */
interface Shown {
  readonly data: ReadonlyMap<string, RecordData>;
  readonly mails: ReadonlyMap<string, MailMetadata>;
  readonly addresses: ReadonlyMap<string, string>;
  readonly workflows: ReadonlyMap<string, Workflow>;
  /** Recipients by campaign. */
  readonly totals: ReadonlyMap<string, number>;
}

/** The items of these records, in their order. Those whose contact, mail or workflow is gone are left out. */
export async function loadItems(reader: ProjectReader, records: readonly FeedRecord[]): Promise<ActivityItem[]> {
  if (records.length === 0) return [];
  const mailIds = records.flatMap(({ source }) => ('emailId' in source && source.emailId ? [source.emailId] : []));
  const [data, mails, addresses, workflows] = await Promise.all([
    loadRecordData(reader, records),
    loadMailMetadata(reader, [...new Set(mailIds)]),
    loadAddresses(
      reader,
      idsOf(records, ({ contactId }) => contactId),
    ),
    loadWorkflows(
      reader,
      idsOf(records, ({ source }) => ('workflowId' in source ? source.workflowId : null)),
    ),
  ]);
  // Of our own entries alone: in the data of a customer's event anything may have this name.
  const campaignIds = records.flatMap(({ type, recordId }) => {
    const campaignId = type.startsWith('campaign.') ? data.get(recordId)?.own.campaignId : null;
    return typeof campaignId === 'string' ? [campaignId] : [];
  });
  const shown = { data, mails, addresses, workflows, totals: await loadCampaignTotals(reader, campaignIds) };
  return records.flatMap((record) => itemOf(record, shown));
}

const idsOf = (records: readonly FeedRecord[], idOf: (record: FeedRecord) => string | null): string[] => [
  ...new Set(records.flatMap((record) => idOf(record) ?? [])),
];

async function loadAddresses({ db, projectId }: ProjectReader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('projectId', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function loadWorkflows({ db, projectId }: ProjectReader, ids: readonly string[]): Promise<Map<string, Workflow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name', 'cancelledThrough'])
    .where('projectId', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function itemOf(record: FeedRecord, shown: Shown): ActivityItem[] {
  const { type, at, recordId, kind, contactId } = record;
  const contactEmail = contactId === null ? null : (shown.addresses.get(contactId) ?? null);
  const metadata = metadataOf(record, shown);
  if (metadata === null || (contactId !== null && contactEmail === null)) return [];
  return [{ id: `${recordId}_${kind}`, type, at, contactId, contactEmail, metadata }];
}

/** Null: the record, or what it belongs to, is gone. */
function metadataOf({ type, recordId, at, source }: FeedRecord, shown: Shown): JsonObject | null {
  if (source.table === 'executions') return executionMetadata(recordId, at, source, shown);
  const data = shown.data.get(recordId);
  if (!data) return null;
  const { own } = data;
  switch (type) {
    case 'event.triggered':
      return {
        ...{ eventId: recordId, eventName: source.name, eventData: data.isNull ? null : own },
        ...(data.isCut ? { eventDataTruncated: true } : {}),
      };
    case 'email.received':
      return pick(own, ['from', 'subject', 'spamVerdict', 'virusVerdict']);
    case 'contact.subscribed':
    case 'contact.unsubscribed':
      return pick(own, ['source', 'reason', 'emailId', 'campaignId']);
    case 'campaign.sent':
    case 'campaign.scheduled':
    case 'campaign.cancelled':
      return campaignMetadata(own, shown.totals);
    case 'project.resumed':
      return pick(own, ['scope', 'by']);
    case 'project.disabled':
      return pick(own, ['reason', 'by']);
    case 'project.enabled':
      return pick(own, ['by']);
    default:
      return mailMetadata(type, shown.mails.get(source.emailId ?? ''), own);
  }
}

function executionMetadata(
  executionId: string,
  at: Date,
  { workflowId, status, exitReason }: Extract<FeedRecord['source'], { table: 'executions' }>,
  { workflows }: Shown,
): JsonObject | null {
  const workflow = workflows.get(workflowId);
  if (!workflow) return null;
  const names = { workflowId, workflowName: workflow.name, executionId };
  // A cancel-all is in force before the rows are closed (D-944).
  const { cancelledThrough } = workflow;
  const isActive = status === 'RUNNING' || status === 'WAITING';
  if (isActive && cancelledThrough && at <= cancelledThrough) {
    return { ...names, status: 'CANCELLED', exitReason: 'cancelled_all' };
  }
  return { ...names, status, exitReason };
}

const campaignMetadata = (own: JsonObject, totals: Shown['totals']): JsonObject => ({
  ...pick(own, ['campaignId', 'campaignName', 'subject']),
  totalRecipients: (typeof own.campaignId === 'string' ? totals.get(own.campaignId) : null) ?? null,
  ...pick(own, ['segmentName', 'audienceType', 'cancelReason', 'scheduledFor']),
});

function mailMetadata(type: ActivityType, mail: MailMetadata | undefined, own: JsonObject): JsonObject | null {
  if (!mail) return null;
  const { totalOpens, totalClicks, ...common } = mail;
  switch (type) {
    case 'email.bounced':
      return { ...common, ...pick(own, ['bounceType']), error: own.diagnostic ?? null };
    case 'email.suppressed':
    case 'email.failed':
      return { ...common, ...pick(own, ['reason', 'error']) };
    case 'email.opened':
    case 'email.clicked':
      return { ...common, totalOpens, totalClicks, ...pick(own, ['link']) };
    default:
      return common;
  }
}

const pick = (data: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.map((key) => [key, data[key] ?? null]));
