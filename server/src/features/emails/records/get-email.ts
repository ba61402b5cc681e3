import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import { loadEmailData } from '../load-email-data.ts';
import { EmailNotFound } from '../refusals.ts';
import { findSharedMail, type StoredSharedMail, showSharedMail } from '../texts/load-shared-mails.ts';
import { loadTracking } from '../tracking/load-tracking.ts';
import type { ContentFacts, EmailDetail, StoredContent, TimelineEntry } from './email-detail.ts';
import type { EmailRecord } from './email-record.ts';
import { loadAttempts } from './load-attempts.ts';
import { loadRecords } from './load-records.ts';

/** One email with its content, attempts and history; refuses an unknown id. The content of a shared text is made again. */
export async function getEmail(ctx: ProjectContext, id: EmailId): Promise<EmailDetail> {
  const { email, content, shared } = await ctx.read(async (reader) => {
    const [found] = await loadRecords(reader, [id]);
    if (!found) throw EmailNotFound(id);
    const own = await loadContent(reader, id);
    const isMade = found.sourceType === 'CAMPAIGN' && (own === null || (own.html === null && own.text === null));
    return isMade
      ? { email: found, content: null, shared: await findSharedMail(reader, id) }
      : { email: found, content: own, shared: null };
  });
  const made = shared && (await contentOf(ctx, shared));
  const shown = made ?? content;
  return ctx.read(async (reader) => ({
    ...(await detailOf(reader, email, shown)),
    isExpired: shown === null && shared === null,
  }));
}

async function detailOf(
  reader: ProjectReader,
  email: EmailRecord,
  content: StoredContent | null,
): Promise<Omit<EmailDetail, 'isExpired'>> {
  const { id } = email;
  const { links, uncounted } = await loadTracking(reader, id, content?.html ?? null);
  const timeline = [...(await loadTimeline(reader, email)), ...(await loadDelays(reader, id)), ...uncounted];
  return {
    email,
    content,
    facts: content ?? (await loadFacts(reader, id)),
    links,
    attempts: await loadAttempts(reader, id),
    timeline: timeline.sort((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** Null for a mail that is not yet due: its values are taken when it is (D-809). */
async function contentOf(ctx: ProjectContext, shared: StoredSharedMail): Promise<StoredContent | null> {
  const made = shared.isDue ? await showSharedMail(ctx, shared) : null;
  if (!made) return null;
  const values = Object.entries(shared.mail.values).map(([key, value]) => [key, { value, persistent: true }]);
  const { html, text } = made;
  return { html, text, headers: {}, attachments: [], warnings: [], variables: Object.fromEntries(values) };
}

async function loadContent({ db, projectId }: ProjectReader, id: EmailId): Promise<StoredContent | null> {
  const row = await db
    .selectFrom('emailContents')
    .select(['html', 'text', 'headers', 'attachments', 'variables', 'warnings'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? (row as unknown as StoredContent) : null; // written by the acceptance alone
}

async function loadFacts({ db, projectId }: ProjectReader, id: EmailId): Promise<ContentFacts> {
  const row = await db
    .selectFrom('emails')
    .select('contentFacts')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  const facts = row?.contentFacts as unknown as ContentFacts | null; // written by the acceptance alone
  return facts ?? { headers: {}, attachments: [], warnings: [] };
}

/** What the contact's log says about this email, oldest first. */
async function loadTimeline(reader: ProjectReader, email: EmailRecord): Promise<TimelineEntry[]> {
  if (email.contactId === null) return [];
  const { db, projectId } = reader;
  const loading = sql<{ name: string; createdAt: Date; data: Record<string, unknown> | null }>`
    select name, created_at, data from events
     where project_id = ${projectId} and contact_id = ${email.contactId} and email_id = ${email.id}
       and created_at >= ${email.createdAt}
     order by created_at, id limit ${limits.emailTimelineEntries}`.execute(db);
  const [{ rows }, found] = await Promise.all([loading, loadEmailData(reader, [email.id])]);
  const common = found.get(email.id);
  return rows.map(({ name, createdAt, data }) => ({ type: name, at: createdAt, data: { ...common, ...data } }));
}

/** Reports of the receiving side that the delivery is delayed. */
async function loadDelays({ db, projectId }: ProjectReader, id: EmailId): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('emailDelays')
    .select(['at', 'diagnostic'])
    .where('projectId', '=', projectId)
    .where('emailId', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ at, diagnostic }) => ({ type: 'email.delayed', at, data: { diagnostic } }));
}
