import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import { EmailNotFound } from '../refusals.ts';
import { loadTracking } from '../tracking/load-tracking.ts';
import type { ContentFacts, EmailDetail, LoggedAttempt, StoredContent, TimelineEntry } from './email-detail.ts';
import type { EmailRecord } from './email-record.ts';
import { loadRecords } from './load-records.ts';

/** One email with its content, attempts and history; refuses an unknown id. */
export async function getEmail(reader: ProjectReader, id: EmailId): Promise<EmailDetail> {
  const [email] = await loadRecords(reader, [id]);
  if (!email) throw EmailNotFound(id);
  const content = await loadContent(reader, id);
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

async function loadAttempts({ db, projectId }: ProjectReader, id: EmailId): Promise<LoggedAttempt[]> {
  return db
    .selectFrom('deliveryAttempts')
    .select([
      'attempt',
      'claimedAt as startedAt',
      'finishedAt',
      'outcome',
      'smtpCode',
      'enhancedCode',
      'reply',
      'relay',
    ])
    .where('projectId', '=', projectId)
    .where('emailId', '=', id)
    .orderBy('attempt')
    .limit(limits.emailTimelineEntries)
    .execute();
}

/** What the contact's log says about this email, oldest first. */
async function loadTimeline({ db, projectId }: ProjectReader, email: EmailRecord): Promise<TimelineEntry[]> {
  if (email.contactId === null) return [];
  const { rows } = await sql<{ name: string; createdAt: Date; data: Record<string, unknown> | null }>`
    select name, created_at, data from events
     where project_id = ${projectId} and contact_id = ${email.contactId} and email_id = ${email.id}
       and created_at >= ${email.createdAt}
     order by created_at, id limit ${limits.emailTimelineEntries}`.execute(db);
  return rows.map(({ name, createdAt, data }) => ({ type: name, at: createdAt, data: data ?? {} }));
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
