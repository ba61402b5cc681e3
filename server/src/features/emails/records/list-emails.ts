import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { Period, Position } from '#platform/http';
import { readCursor, writeCursor } from '#platform/http';
import type { EmailSource, EmailType } from '../email.ts';
import type { EmailRecord, ShownStatus } from './email-record.ts';
import { idsAround } from './ids-around.ts';
import { recordColumns, recordTables, shownStatus } from './read-records.ts';

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

export interface EmailPage {
  emails: EmailRecord[];
  cursor: string;
  hasMore: boolean;
  total: number;
}

const order = 'createdAt.desc';

/** One page by keyset, newest first. */
export function listEmails(ctx: ProjectContext, query: EmailQuery): Promise<EmailPage> {
  const after = readCursor(order, query.cursor, 'instant');
  return ctx.read(async (reader) => {
    const found = await pageOf(reader, query, after);
    const total = after ? 0 : await totalOf(reader, query);
    const emails = found.slice(0, query.limit);
    const last = emails.at(-1);
    const hasMore = found.length > query.limit;
    const cursor = hasMore && last ? writeCursor(order, { value: last.createdAt.toISOString(), id: last.id }) : '';
    return { emails, hasMore, total, cursor };
  });
}

async function pageOf(reader: ProjectReader, query: EmailQuery, after: Position | null): Promise<EmailRecord[]> {
  const beyond = after ? sql`(e.created_at, e.id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<EmailRecord>`
    select ${recordColumns} from ${recordTables}
     where e.project_id = ${reader.projectId} and ${matches(query)} and ${beyond}
     order by e.created_at desc, e.id desc limit ${query.limit + 1}`.execute(reader.db);
  return rows;
}

/** Nobody looks at more, and to count millions for each first page would keep a connection busy for seconds. */
const mostCounted = 10_000;

async function totalOf(reader: ProjectReader, query: EmailQuery): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      select from ${recordTables} where e.project_id = ${reader.projectId} and ${matches(query)} limit ${mostCounted}
    ) as counted`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

function matches(query: EmailQuery): RawBuilder<unknown> {
  const { status, type, sourceType, recipient, search, ids, requestId, test, period } = query;
  const conditions = [
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
    requestId !== undefined && ofRequest(requestId),
    test !== undefined && sql`e.is_test = ${test}`,
    period.from && sql`e.created_at >= ${period.from}`,
    period.until && sql`e.created_at < ${period.until}`,
  ].filter((condition) => condition !== undefined && condition !== null && condition !== false && condition !== '');
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const contains = (text: string): RawBuilder<unknown> => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(e.recipient like ${pattern} or lower(e.subject) like ${pattern})`;
};

/** A request's mails were made within minutes of it, and ids hold their time: no index by request is needed. */
function ofRequest(requestId: string): RawBuilder<unknown> {
  const span = idsAround(requestId, 10 * 60_000);
  if (!span) return sql`false`;
  return sql`(e.request_id = ${requestId} and e.id >= ${span.first}::uuid and e.id < ${span.end}::uuid)`;
}
