import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type KeysetPage, keysetOf, newestFirst, type Period } from '#platform/http';
import { firstIdAt, readId } from '#platform/ids';
import { limits } from '#pure/limits';
import type { EmailSource, EmailType } from '../email.ts';
import { countAccepted } from '../figures/count-accepted.ts';
import type { EmailRecord, ShownStatus } from './email-record.ts';
import { recordColumns, recordTables, shownStatus } from './load-records.ts';

export interface EmailQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: readonly ShownStatus[] | undefined;
  readonly type?: readonly EmailType[] | undefined;
  readonly sourceType?: readonly EmailSource[] | undefined;
  readonly recipient?: string | undefined;
  readonly search?: string | undefined;
  /** Exact matches of columns that hold ids. */
  readonly ids: Readonly<
    Partial<Record<'contactId' | 'templateId' | 'campaignId' | 'workflowId' | 'executionId', string>>
  >;
  readonly requestId?: string | undefined;
  readonly test?: boolean | undefined;
  readonly period: Period;
}

/** One page, newest first. */
export function listEmails(ctx: ProjectContext, query: EmailQuery): Promise<KeysetPage<EmailRecord>> {
  const keyset = keysetOf(newestFirst, query);
  return ctx.read(async (reader) => {
    const { rows } = await sql<EmailRecord>`
      select ${recordColumns} from ${recordTables}
       where e.project_id = ${reader.projectId} and ${matches(query)} and ${keyset.isBeyond('e')}
       order by ${keyset.orderBy('e')} limit ${keyset.limit}`.execute(reader.db);
    return keyset.page(rows, () => countTotal(reader, query));
  });
}

/**
 * Of all mails the figures have the exact number. Other totals end at a limit: to count millions for each first page would keep a connection
 * busy for seconds.
 */
async function countTotal(reader: ProjectReader, query: EmailQuery): Promise<number> {
  const all = conditionsOf(query).length === 0 ? await countAccepted(reader) : null;
  if (all !== null) return all;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select from ${recordTables} where e.project_id = ${reader.projectId} and ${matches(query)} limit ${limits.emailsCounted}
    ) as counted`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

function matches(query: EmailQuery): RawBuilder<unknown> {
  const conditions = conditionsOf(query);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function conditionsOf(query: EmailQuery) {
  const { status, type, sourceType, recipient, search, ids, requestId, test, period } = query;
  return [
    status && sql`${shownStatus()} = any(${status}::text[])`,
    type && sql`e.type = any(${type}::text[])`,
    sourceType && sql`e.source_type = any(${sourceType}::text[])`,
    recipient !== undefined && sql`e.recipient = ${recipient}`,
    search !== undefined && contains(search),
    ids.contactId && sql`e.contact_id = ${ids.contactId}`,
    ids.templateId && sql`t.id = ${ids.templateId}`,
    ids.campaignId && sql`e.campaign_id = ${ids.campaignId}`,
    ids.workflowId && sql`e.workflow_id = ${ids.workflowId}`,
    ids.executionId && sql`e.execution_id = ${ids.executionId}`,
    requestId !== undefined && madeByRequest(requestId),
    test !== undefined && sql`e.is_test = ${test}`,
    period.from && sql`e.created_at >= ${period.from}`,
    period.until && sql`e.created_at < ${period.until}`,
  ].filter((condition) => condition !== undefined && condition !== null && condition !== false && condition !== '');
}

const contains = (text: string): RawBuilder<unknown> => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(e.recipient like ${pattern} or lower(coalesce(e.subject, x.subject)) like ${pattern})`;
};

/** Mails of a request are created within minutes of it, and ids contain their time: no index by request is needed. */
function madeByRequest(requestId: string): RawBuilder<unknown> {
  const span = idsAround(requestId, 10 * 60_000);
  if (!span) return sql`false`;
  return sql`(e.request_id = ${requestId} and e.id >= ${span.first}::uuid and e.id < ${span.end}::uuid)`;
}

const slackMs = 60_000;

/** The range of ids created from a minute before this id to `ms` after it; null if the text is not a time-ordered id. */
function idsAround(text: string, ms: number): { first: string; end: string } | null {
  const id = readId(text);
  if (id?.[14] !== '7') return null;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return { first: firstIdAt(new Date(at - slackMs)), end: firstIdAt(new Date(at + ms)) };
}
