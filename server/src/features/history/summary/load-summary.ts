import { sql } from 'kysely';
import { type ConsentRecord, type ContactId, listConsent } from '#features/contacts';
import { loadSuppression, type Suppression } from '#features/emails';
import { type ContactSegments, segmentsOfContact } from '#features/segments';
import { type ActiveExecution, listActiveExecutions } from '#features/workflows';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings } from '#platform/db';
import { firstIdAt } from '#platform/ids';
import { limits } from '#pure/limits';
import { findContact } from '../find-contact.ts';

export interface ContactSummary {
  readonly lastEventAt: Date | null;
  /** How it came to its present state. */
  readonly subscription: ConsentRecord | null;
  readonly suppression: Suppression | null;
  readonly mail90d: MailCounts;
  readonly activeExecutions: readonly ActiveExecution[];
  readonly found: ContactSegments;
}

export interface MailCounts {
  readonly accepted: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}

const mailDays = 90;

/** What the page of a contact shows beside its record and history (D-1062). */
export async function loadSummary(ctx: ProjectContext, id: ContactId): Promise<ContactSummary> {
  const { contact, ...facts } = await ctx.read(async (reader) => {
    // Why: compiling a statement that looks at a few rows of each month takes longer than the statement.
    applySettings(reader.db, { jit: 'off' });
    const known = await findContact(reader, id);
    return {
      contact: known,
      lastEventAt: await findLastMoment(reader, id),
      suppression: await loadSuppression(reader, { column: 'email', value: known.email }),
      mail90d: await countMails(reader, id),
      activeExecutions: await listActiveExecutions(reader, id),
    };
  });
  const { rows } = await listConsent(ctx, id, { limit: 1, cursor: undefined });
  return { ...facts, subscription: rows[0] ?? null, found: await segmentsOfContact(ctx, contact) };
}

/** From the last events by name, of which a contact has few. */
async function findLastMoment({ db, projectId }: ProjectReader, id: ContactId): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(last_at) as at from contact_events where project_id = ${projectId} and contact_id = ${id}`.execute(db);
  return rows[0]?.at ?? null;
}

/** Mails of the project's present mode, by acceptance, as the figures count them (D-1002, D-1004). */
async function countMails({ db, projectId, now }: ProjectReader, id: ContactId): Promise<MailCounts> {
  const since = firstIdAt(new Date(now.getTime() - mailDays * 86_400_000));
  const { rows } = await sql<MailCounts>`
    select count(*)::int as accepted,
           (count(*) filter (where e.status in ('DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED')))::int as delivered,
           (count(*) filter (where e.opened_at is not null))::int as opened,
           (count(*) filter (where e.clicked_at is not null))::int as clicked
      from (select m.status, m.opened_at, m.clicked_at, m.is_test from emails m
             where m.project_id = ${projectId} and m.contact_id = ${id} and m.id >= ${since}
             order by m.id desc limit ${limits.contactMailsLookedAt}) e
     where e.is_test = (select p.mode = 'test' from projects p where p.id = ${projectId})`.execute(db);
  return rows[0] ?? { accepted: 0, delivered: 0, opened: 0, clicked: 0 };
}
