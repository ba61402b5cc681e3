import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import type { EmailId } from '../email.ts';
import type { EmailDetail } from '../records/email-detail.ts';
import { getEmail } from '../records/get-email.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { fits } from './inbox-filter.ts';
import { NoMatchingEmail } from './refusals.ts';

const shortestMs = 50;
const longestMs = 500;
const lookBackMs = 60_000;

/**
 * The newest captured mail that fits, as soon as there is one. Each look is a short read of its own: nobody who waits holds
 * a connection.
 */
export async function waitForMail(
  ctx: ProjectContext,
  { since, ...filter }: InboxFilter,
  seconds: number,
): Promise<EmailDetail> {
  const end = performance.now() + seconds * 1_000;
  let from = since;
  for (let pauseMs = shortestMs; ; pauseMs = Math.min(longestMs, pauseMs * 1.2)) {
    const found = await ctx.read(async (reader) => {
      from ??= new Date(reader.now.getTime() - lookBackMs);
      const id = await newest(reader, { ...filter, since: from });
      return id === null ? null : getEmail(reader, id);
    });
    if (found) return found;
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw NoMatchingEmail(seconds);
    await delay(Math.min(pauseMs, leftMs));
  }
}

/** A mail whose result is not recorded yet is still on its way. */
async function newest(reader: ProjectReader, filter: InboxFilter): Promise<EmailId | null> {
  const { rows } = await sql<{ id: EmailId }>`
    select m.id from inbox_messages m join emails e on e.project_id = m.project_id and e.id = m.id
     where ${fits(reader, filter)} and e.status <> 'QUEUED'
     order by m.received_at desc, m.id desc limit 1`.execute(reader.db);
  return rows[0]?.id ?? null;
}
