import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { type KeysetPage, keysetOf, newestFirst } from '#platform/http';
import type { EmailId } from '../email.ts';
import type { EmailRecord } from '../records/email-record.ts';
import { loadRecords } from '../records/load-records.ts';
import { findSharedMail, type StoredSharedMail, showSharedMail } from '../texts/load-shared-mails.ts';
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
export async function listInbox(ctx: ProjectContext, query: InboxQuery): Promise<KeysetPage<InboxMail>> {
  const keyset = keysetOf(order, query);
  const { mails, ...page } = await ctx.read(async (reader) => {
    const { rows: found } = await sql<{ id: EmailId; receivedAt: Date }>`
      select m.id, m.received_at from inbox_messages m where ${matchesFilter(reader, query)} and ${keyset.isBeyond('m')}
       order by ${keyset.orderBy('m')} limit ${keyset.limit}`.execute(reader.db);
    const page = await keyset.page(found, () => countTotal(reader, query));
    const ids = page.rows.map(({ id }) => id);
    return { ...page, mails: await loadMails(reader, ids) };
  });
  const rows = await Promise.all(
    mails.map(async ({ email, text, shared }) => ({ email, preview: previewOf(await textOf(ctx, text, shared)) })),
  );
  return { ...page, rows };
}

async function countTotal(reader: ProjectReader, query: InboxQuery): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from inbox_messages m where ${matchesFilter(reader, query)}`.execute(reader.db);
  return Number(rows[0]?.count ?? 0);
}

const previewLength = 140;

interface CapturedMail {
  readonly email: EmailRecord;
  readonly text: string | null;
  /** Set where the mail has no text of its own. */
  readonly shared: StoredSharedMail | null;
}

async function loadMails(reader: ProjectReader, ids: readonly EmailId[]): Promise<CapturedMail[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; text: string | null }>`
    select id, left(text, 2000) as text from email_contents
     where project_id = ${reader.projectId} and id = any(${ids}::uuid[])`.execute(reader.db);
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  const mails: CapturedMail[] = [];
  for (const email of await loadRecords(reader, ids)) {
    const text = texts.get(email.id) ?? null;
    mails.push({ email, text, shared: text === null ? await findSharedMail(reader, email.id) : null });
  }
  return mails;
}

const textOf = async (ctx: ProjectContext, text: string | null, shared: StoredSharedMail | null): Promise<string> =>
  text ?? (shared && (await showSharedMail(ctx, shared))?.text) ?? '';

const previewOf = (text: string): string => [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, previewLength).join('');
