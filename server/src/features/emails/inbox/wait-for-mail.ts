import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { Unavailable } from '#platform/http';
import { NoFreeSlot, Shares } from '#platform/shares';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import type { EmailDetail } from '../records/email-detail.ts';
import { getEmail } from '../records/get-email.ts';
import { nextCaptured } from '../sandbox/captured-signal.ts';
import { type InboxFilter, matchesFilter } from './inbox-filter.ts';
import { NoMatchingEmail, TooManyWait } from './refusals.ts';

const pollEveryMs = 1_000;
const lookBackMs = 60_000;
const maxOfProject = limits.inboxWaitsPerProject;
const waits = new Shares({ slots: Number.POSITIVE_INFINITY, maxPerOwner: () => maxOfProject });

/**
 * The newest captured mail that matches, as soon as there is one. Each poll is a short read of its own: a waiting call holds no
 * connection. Polls when mail was captured in this process, and once a second for mail captured by others; at most twenty calls
 * of a project wait at a time. When the process stops, the call is refused as unavailable.
 */
export async function waitForMail(ctx: ProjectContext, filter: InboxFilter, seconds: number): Promise<EmailDetail> {
  // Why here and not around the poll: a poll that gets no connection is refused for another reason.
  const giveBack = await waits.take(ctx.projectId, { maxWaiting: 0 }).catch((error: unknown) => {
    throw error instanceof NoFreeSlot ? TooManyWait(maxOfProject) : error;
  });
  try {
    return await poll(ctx, filter, seconds);
  } finally {
    giveBack();
  }
}

async function poll(ctx: ProjectContext, { since, ...filter }: InboxFilter, seconds: number): Promise<EmailDetail> {
  const end = performance.now() + seconds * 1_000;
  let from = since;
  for (;;) {
    const mail = nextCaptured(ctx.projectId, Math.min(pollEveryMs, Math.max(0, end - performance.now())), ctx.stopping);
    mail.catch(() => {}); // awaited below, unless the poll finds a mail first
    const found = await ctx.read(async (reader) => {
      from ??= new Date(reader.now.getTime() - lookBackMs);
      return findNewest(reader, { ...filter, since: from });
    });
    if (found) return getEmail(ctx, found);
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw NoMatchingEmail(seconds);
    await mail.catch(() => {
      throw Unavailable();
    });
  }
}

/** Mails whose result is not recorded yet are left out. */
async function findNewest(reader: ProjectReader, filter: InboxFilter): Promise<EmailId | null> {
  const { rows } = await sql<{ id: EmailId }>`
    select m.id from inbox_messages m join emails e on e.project_id = m.project_id and e.id = m.id
     where ${matchesFilter(reader, filter)} and e.status <> 'QUEUED'
     order by m.received_at desc, m.id desc limit 1`.execute(reader.db);
  return rows[0]?.id ?? null;
}
