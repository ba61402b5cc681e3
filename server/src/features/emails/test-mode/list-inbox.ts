import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { readCursor, writeCursor } from '#platform/http';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { readRecords } from '../records/read-records.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { fits } from './inbox-filter.ts';

export interface InboxQuery extends InboxFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface InboxPage {
  readonly mails: { readonly email: EmailRecord; readonly preview: string }[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly total: number;
}

const order = 'receivedAt.desc';

/** One page of captured mail by keyset, newest first. */
export function listInbox(ctx: ProjectContext, query: InboxQuery): Promise<InboxPage> {
  const after = readCursor(order, query.cursor, 'instant');
  return ctx.read(async (reader) => {
    const beyond = after ? sql`(m.received_at, m.id) < (${after.value}::timestamptz, ${after.id}::uuid)` : sql`true`;
    const { rows: found } = await sql<{ id: EmailId; receivedAt: Date }>`
      select m.id, m.received_at from inbox_messages m where ${fits(reader, query)} and ${beyond}
       order by m.received_at desc, m.id desc limit ${query.limit + 1}`.execute(reader.db);
    const shown = found.slice(0, query.limit);
    const last = shown.at(-1);
    const hasMore = found.length > query.limit;
    return {
      mails: await withPreviews(
        reader,
        shown.map(({ id }) => id),
      ),
      hasMore,
      total: after ? 0 : await countOf(reader, query),
      cursor: hasMore && last ? writeCursor(order, { value: last.receivedAt.toISOString(), id: last.id }) : '',
    };
  });
}

async function countOf(reader: ProjectReader, query: InboxQuery): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from inbox_messages m where ${fits(reader, query)}`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

const previewLength = 140;

async function withPreviews(reader: ProjectReader, ids: readonly EmailId[]): Promise<InboxPage['mails']> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; text: string | null }>`
    select id, left(text, 2000) as text from email_contents
     where project_id = ${reader.projectId} and id = any(${ids}::uuid[])`.execute(reader.db);
  const texts = new Map(rows.map(({ id, text }) => [id, text ?? '']));
  return (await readRecords(reader, ids)).map((email) => ({ email, preview: previewOf(texts.get(email.id) ?? '') }));
}

const previewOf = (text: string): string => [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, previewLength).join('');
