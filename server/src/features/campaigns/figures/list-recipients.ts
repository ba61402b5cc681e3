import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { KeysetPage } from '#platform/http';
import { limits } from '#pure/limits';
import { type Campaign, waitingOf } from '../campaign.ts';
import { firstMailId } from './mail-range.ts';

export const recipientOutcomes = [
  'waiting',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'suppressed',
  'cancelled',
] as const;
export type RecipientOutcome = (typeof recipientOutcomes)[number];

export interface RecipientQuery {
  readonly outcome?: RecipientOutcome | undefined;
  readonly reason?: string | undefined;
  /** An exact address in its stored form; null matches nobody. */
  readonly email?: string | null | undefined;
  readonly limit: number;
  /** The last id that was looked at. */
  readonly after: string | null;
}

export interface CampaignRecipient {
  readonly id: string;
  readonly contactId: string | null;
  readonly email: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly occurredAt: Date | null;
}

export interface RecipientPage extends Omit<KeysetPage<CampaignRecipient>, 'cursor'> {
  /** Null: there are no more. */
  readonly after: string | null;
}

/**
 * Recipients in the order of the ids of their mails (D-822). Limit: a call looks at so many mails and no more, so a page of a rare
 * outcome may be short or empty although there are more; its cursor leads on.
 */
export const listRecipients = (
  ctx: ProjectContext,
  campaign: Campaign,
  query: RecipientQuery,
): Promise<RecipientPage> =>
  ctx.read(async (reader) => {
    const nothing: RecipientPage = { rows: [], after: null, hasMore: false, total: 0 };
    if (campaign.sentAt === null || query.email === null) return nothing;
    const { rows: found } = await pageStatement(reader, campaign, query).execute(reader.db);
    const rows = found.flatMap(({ looked: _looked, lastLooked: _last, ...row }) =>
      row.id === null ? [] : [{ ...row, id: row.id }],
    );
    const shown = rows.slice(0, query.limit);
    const [first] = found;
    const isCut = rows.length > query.limit;
    const isFull = first !== undefined && first.looked === limits.recipientsLookedAt;
    const after = isCut ? (shown.at(-1)?.id ?? null) : isFull ? first.lastLooked : null;
    return {
      rows: shown,
      after,
      hasMore: after !== null,
      total: query.after === null ? await totalOf(reader, campaign, query, rows) : 0,
    };
  });

type PageRow = Omit<CampaignRecipient, 'id'> & { id: string | null; looked: number; lastLooked: string | null };

function pageStatement({ projectId }: ProjectReader, campaign: Campaign, query: RecipientQuery): RawBuilder<PageRow> {
  const { outcome, reason, email } = query;
  const isOfContact =
    email === undefined
      ? sql`true`
      : sql`e.contact_id = (select k.id from contacts k where k.project_id = ${projectId} and k.email = ${email})`;
  const upTo = campaign.lastEmailId === null ? sql`true` : sql`e.id <= ${campaign.lastEmailId}`;
  return sql`
    with looked as materialized (
      select e.* from emails e
       where e.project_id = ${projectId} and e.id > ${query.after ?? firstMailId(campaign)} and ${upTo} and ${isOfContact}
       order by e.id limit ${limits.recipientsLookedAt}),
    matching as materialized (
      select e.* from looked e
       where e.campaign_id = ${campaign.id} and ${outcome ? isOutcome[outcome] : sql`true`}
         and ${reason === undefined ? sql`true` : hasReason(reason, outcome)}
       order by e.id limit ${query.limit + 1})
    select e.id, e.contact_id, e.recipient as email, e.status, e.reason, e.error,
           ${outcome ? occurredAt[outcome] : latest} as occurred_at, n.looked, n.last_looked
      from (select count(*)::int as looked, (array_agg(id order by id desc))[1] as last_looked from looked) n
      left join matching e on true order by e.id`;
}

const isOutcome: Readonly<Record<RecipientOutcome, RawBuilder<boolean>>> = {
  waiting: sql`e.status = 'QUEUED'`,
  delivered: sql`e.delivered_at is not null`,
  opened: sql`e.opened_at is not null`,
  clicked: sql`e.clicked_at is not null`,
  bounced: sql`e.bounced_at is not null`,
  complained: sql`e.complained_at is not null`,
  unsubscribed: sql`e.unsubscribed_at is not null`,
  failed: sql`(e.status = 'FAILED' and e.sent_at is null)`,
  suppressed: sql`e.status = 'SUPPRESSED'`,
  cancelled: sql`e.status = 'CANCELLED'`,
};

const occurredAt: Readonly<Record<RecipientOutcome, RawBuilder<Date>>> = {
  waiting: sql`e.created_at`,
  delivered: sql`e.delivered_at`,
  opened: sql`e.opened_at`,
  clicked: sql`e.clicked_at`,
  bounced: sql`e.bounced_at`,
  complained: sql`e.complained_at`,
  unsubscribed: sql`e.unsubscribed_at`,
  failed: sql`e.updated_at`,
  suppressed: sql`e.updated_at`,
  cancelled: sql`e.updated_at`,
};

const latest = sql`case when e.status in ('QUEUED', 'FAILED', 'SUPPRESSED', 'CANCELLED') then e.updated_at
  else greatest(e.sent_at, e.delivered_at, e.opened_at, e.clicked_at, e.bounced_at, e.complained_at, e.unsubscribed_at) end`;

/** Whether the statistics count the mail for this reason: of a bounce it is the enhanced status code. */
function hasReason(reason: string, outcome: RecipientOutcome | undefined): RawBuilder<boolean> {
  const one = (of: keyof typeof reasonOf) =>
    sql<boolean>`(${isOutcome[of]} and coalesce(${reasonOf[of]}, 'other') = ${reason})`;
  if (outcome && isReasoned(outcome)) return one(outcome);
  return sql`(${sql.join(reasonedOutcomes.map(one), sql` or `)})`;
}

const reasonOf = {
  bounced: sql<string | null>`substring(e.error from '(?<![\\d.])[245]\\.\\d{1,3}\\.\\d{1,3}(?![\\d.])')`,
  complained: sql<string | null>`null::text`,
  failed: sql<string | null>`e.reason`,
  suppressed: sql<string | null>`e.reason`,
  cancelled: sql<string | null>`e.reason`,
} as const;
const reasonedOutcomes = ['bounced', 'complained', 'failed', 'suppressed', 'cancelled'] as const;
const isReasoned = (outcome: RecipientOutcome): outcome is keyof typeof reasonOf => Object.hasOwn(reasonOf, outcome);

/** From the counts; of one address, what was found (D-833). */
async function totalOf(
  reader: ProjectReader,
  { id, counts }: Campaign,
  { outcome, reason, email }: RecipientQuery,
  rows: readonly unknown[],
): Promise<number> {
  if (email !== undefined) return rows.length;
  if (reason !== undefined) {
    return outcome && !isReasoned(outcome) ? rows.length : countReason(reader, id, { outcome, reason });
  }
  if (outcome === undefined) return counts.recipients;
  return outcome === 'waiting' ? waitingOf(counts) : counts[outcome];
}

async function countReason(
  { db, projectId }: ProjectReader,
  campaignId: string,
  { outcome, reason }: Pick<RecipientQuery, 'outcome' | 'reason'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::float8 as count from campaign_reasons
     where project_id = ${projectId} and campaign_id = ${campaignId} and reason = ${reason}
       and outcome = any(${outcome ? [outcome] : reasonedOutcomes}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}
