import { sql } from 'kysely';
import { z } from 'zod';
import {
  defineTask,
  enqueueIn,
  every,
  type ProjectContext,
  type ProjectReader,
  type ProjectTx,
} from '#platform/context';
import { readId } from '#platform/ids';
import { findBreakdownDrift } from './find-breakdown-drift.ts';
import { findMailDrift, type MailDrift, type Quarters } from './find-drift.ts';

const maxProjects = 1_000;
/** A project is compared once in so many hours. */
const periodHours = 24;
const quarterMs = 15 * 60_000;

/** So many differences are named in a line of the log. */
const named = 5;

export interface CheckLimits {
  /** Mails of a project that one comparison reads; the next goes on behind them, and begins anew after the newest. */
  readonly mails: number;
  /** Mails of a piece; more only where a single quarter has more. */
  readonly mailsAtOnce: number;
}

const limits: CheckLimits = { mails: 200_000, mailsAtOnce: 20_000 };

interface Piece extends Quarters {
  readonly mails: number;
}

export const checkFigures = defineTask({
  name: 'emails.check-figures',
  payload: z.object({}),
  priority: 'bulk',
  isMerged: true,
  expireSeconds: 3_600,
  run: (ctx) => compareFigures(ctx, limits),
});

/**
 * Compares figures with mails, a piece of whole quarters at a time, and logs where they differ (I15); it repairs nothing. A second run finds
 * that one has begun already. One that was stopped goes on a day later, where it was.
 */
export async function compareFigures(ctx: ProjectContext, max: CheckLimits): Promise<void> {
  let from = await ctx.transaction(beginCheck);
  for (let left = max.mails; from && left > 0 && !ctx.stopping.aborted; ) {
    const piece = await nextPiece(ctx, from, max);
    // Why not a read: an erasure waits for transactions, and between its pages there are figures without mails.
    const drift = await ctx.transaction(async (tx) => {
      await keepPosition(tx, piece.to);
      return piece.mails > max.mails
        ? null
        : [...(await findMailDrift(tx, piece)), ...(await findBreakdownDrift(tx, piece))];
    });
    report(ctx, piece, drift);
    left -= piece.mails;
    from = piece.to;
  }
}

/** Where a comparison begins; null: another one has begun within the period. */
async function beginCheck({ db, projectId }: ProjectTx): Promise<Date | null> {
  const { rows } = await sql<{ nextQuarter: Date | null }>`
    insert into mail_figure_checks as c (project_id, began_at) values (${projectId}, now())
    on conflict (project_id) do update set began_at = excluded.began_at
     where c.began_at < now() - make_interval(hours => ${periodHours})
    returning next_quarter`.execute(db);
  return rows[0] ? (rows[0].nextQuarter ?? new Date(0)) : null;
}

/** Whole quarters with as many mails as a piece may have, or a single one with more. */
async function nextPiece(ctx: ProjectContext, from: Date, max: CheckLimits): Promise<Piece> {
  const { first, last, mails } = await ctx.read((reader) => lookAhead(reader, { from, to: null }, max.mailsAtOnce + 1));
  if (mails <= max.mailsAtOnce) return { from, to: null, mails };
  if (last > first) return { from, to: last, mails };
  const to = new Date(first.getTime() + quarterMs);
  return { from, to, mails: (await ctx.read((reader) => lookAhead(reader, { from, to }, max.mails + 1))).mails };
}

/** The quarters of the next mails, and how many there are, up to a number. */
async function lookAhead({ db, projectId }: ProjectReader, { from, to }: Quarters, max: number) {
  const { rows } = await sql<{ first: Date; last: Date; mails: number }>`
    select quarter_of(min(created_at)) as first, quarter_of(max(created_at)) as last, count(*)::int as mails from (
      select created_at from emails
       where project_id = ${projectId} and created_at >= ${from} and created_at < coalesce(${to}::timestamptz, 'infinity')
       order by created_at limit ${max}) m`.execute(db);
  return rows[0] ?? { first: from, last: from, mails: 0 };
}

async function keepPosition({ db, projectId }: ProjectTx, next: Date | null): Promise<void> {
  await sql`update mail_figure_checks set next_quarter = ${next} where project_id = ${projectId}`.execute(db);
}

/** `drift` is null for a quarter with more mails than one comparison may read. */
function report({ log }: ProjectContext, { from, to }: Piece, drift: readonly MailDrift[] | null): void {
  if (drift === null) {
    log.warn({ from, to }, 'a quarter has too many mails to compare its figures with');
  } else if (drift.length > 0) {
    log.error({ from, to, count: drift.length, differences: drift.slice(0, named) }, 'figures differ from the mails');
  }
}

/** Finds projects whose figures have not been compared with their mails for a day. */
export const findUnchecked = every({ minutes: 15 }, 'emails.find-unchecked-figures', async (ctx) => {
  const rows = await ctx.dispatch<{ project_id: string }>('projects_with_unchecked_figures', [
    periodHours,
    maxProjects,
  ]);
  for (const { project_id: text } of rows) {
    const projectId = readId<'project'>(text);
    if (projectId) await enqueueIn(ctx, projectId, checkFigures, {});
  }
});
