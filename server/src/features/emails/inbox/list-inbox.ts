import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type KeysetPage, keysetOf, newestFirst } from '#platform/http';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { loadRecords } from '../records/load-records.ts';
import { type InboxFilter, matchesFilter } from './inbox-filter.ts';

export interface InboxQuery extends InboxFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface InboxMail {
  readonly email: EmailRecord;
  readonly preview: string;
}

const order = { ...newestFirst, by: 'receivedAt' } as const;

/** One page of captured mail, newest first. */
export function listInbox(ctx: ProjectContext, query: InboxQuery): Promise<KeysetPage<InboxMail>> {
  const keyset = keysetOf(order, query);
  return ctx.read(async (reader) => {
    const { rows: found } = await sql<{ id: EmailId; receivedAt: Date }>`
      select m.id, m.received_at from inbox_messages m where ${matchesFilter(reader, query)} and ${keyset.isBeyond('m')}
       order by ${keyset.orderBy('m')} limit ${keyset.limit}`.execute(reader.db);
    const page = await keyset.page(found, () => countTotal(reader, query));
    const ids = page.rows.map(({ id }) => id);
    return { ...page, rows: await loadPreviews(reader, ids) };
  });
}

async function countTotal(reader: ProjectReader, query: InboxQuery): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from inbox_messages m where ${matchesFilter(reader, query)}`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

const previewLength = 140;

async function loadPreviews(reader: ProjectReader, ids: readonly EmailId[]): Promise<InboxMail[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; text: string | null }>`
    select id, left(text, 2000) as text from email_contents
     where project_id = ${reader.projectId} and id = any(${ids}::uuid[])`.execute(reader.db);
  const texts = new Map(rows.map(({ id, text }) => [id, text ?? '']));
  return (await loadRecords(reader, ids)).map((email) => ({ email, preview: previewOf(texts.get(email.id) ?? '') }));
}

const previewOf = (text: string): string => [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, previewLength).join('');
