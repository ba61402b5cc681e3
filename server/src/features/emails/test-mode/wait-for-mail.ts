import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { Unavailable } from '#platform/http';
import { NoPlace, Shares } from '#platform/shares';
import type { EmailId } from '../email.ts';
import type { EmailDetail } from '../records/email-detail.ts';
import { getEmail } from '../records/get-email.ts';
import { nextCaptured } from './captured-bell.ts';
import type { InboxFilter } from './inbox-filter.ts';
import { fits } from './inbox-filter.ts';
import { NoMatchingEmail, TooManyWait } from './refusals.ts';

const lookEveryMs = 1_000;
const lookBackMs = 60_000;
const mostOfProject = 20;
const waits = new Shares({ places: Number.POSITIVE_INFINITY, each: () => mostOfProject });

/**
 * The newest captured mail that fits, as soon as there is one. Each look is a short read of its own: nobody who waits holds
 * a connection. Looks when mail was captured in this process, and once a second for what others have captured; twenty of
 * a project wait at once. When the process stops, the caller is told to come back.
 */
export async function waitForMail(ctx: ProjectContext, filter: InboxFilter, seconds: number): Promise<EmailDetail> {
  // Why apart: a look that gets no connection is refused for another reason.
  const giveBack = await waits.take(ctx.projectId, { waiting: 0 }).catch((error: unknown) => {
    throw error instanceof NoPlace ? TooManyWait(mostOfProject) : error;
  });
  try {
    return await look(ctx, filter, seconds);
  } finally {
    giveBack();
  }
}

async function look(ctx: ProjectContext, { since, ...filter }: InboxFilter, seconds: number): Promise<EmailDetail> {
  const end = performance.now() + seconds * 1_000;
  let from = since;
  for (;;) {
    const mail = nextCaptured(ctx.projectId, Math.min(lookEveryMs, Math.max(0, end - performance.now())), ctx.stopping);
    mail.catch(() => {}); // heard below, unless a look finds something first
    const found = await ctx.read(async (reader) => {
      from ??= new Date(reader.now.getTime() - lookBackMs);
      const id = await newest(reader, { ...filter, since: from });
      return id === null ? null : getEmail(reader, id);
    });
    if (found) return found;
    const leftMs = end - performance.now();
    if (leftMs <= 0) throw NoMatchingEmail(seconds);
    await mail.catch(() => {
      throw Unavailable();
    });
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
