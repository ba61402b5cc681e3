import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import type { Category } from './category.ts';
import { noteSteps } from './note-steps.ts';
import type { OpenUsage } from './open-usage.ts';
import { BillingLimitExceeded } from './refusals.ts';

/** How many of the mails that were asked for may be counted. */
export interface Reservation extends OpenUsage {
  readonly granted: number;
  /** Counted before; null without a cap. */
  readonly used: number | null;
  readonly notedPercent: number;
}

/**
 * How much of the cap is left for so many mails. With a cap no other transaction counts against it until this one ends: so it is
 * taken late, and only the writes of the mails and the counter of test bytes follow. Without one it asks and locks nothing.
 */
export async function reserveUsage(tx: ProjectTx, open: OpenUsage, wanted: number): Promise<Reservation> {
  const { cap } = open;
  if (cap === null || wanted === 0) return { ...open, granted: wanted, used: null, notedPercent: 0 };
  const query = CompiledQuery.raw(lockStatement, [tx.projectId, open.category, open.periodStart]);
  const [row] = (await tx.db.executeQuery<{ used: string; notedPercent: number }>(query)).rows;
  if (!row) throw new Error('a function returns one row');
  const used = Number(row.used);
  const granted = Math.max(0, Math.min(wanted, cap - used));
  return { ...open, granted, used, notedPercent: row.notedPercent };
}

const lockStatement = 'select used, noted_percent from lock_usage($1, $2, $3)';

/** The same, for all of them or none (D-1143). */
export async function requireUsage(tx: ProjectTx, open: OpenUsage, wanted: number): Promise<Reservation> {
  const reservation = await reserveUsage(tx, open, wanted);
  const { granted, category, cap, used, periodEnd } = reservation;
  if (granted === wanted || cap === null || used === null) return reservation;
  throw BillingLimitExceeded({ category, limit: cap, usage: used, requested: wanted, resetsAt: periodEnd });
}

/** Counts mails that are accepted in this transaction, and notes which part of the cap they reach. The count is sent with the commit. */
export async function countUsage(tx: ProjectTx, reservation: Reservation, amount: number): Promise<void> {
  if (amount === 0) return;
  const { category, periodStart, used, cap } = reservation;
  const counts = [{ category, periodStart, amount }];
  add(tx, counts, used === null ? spread : capped);
  if (used !== null && cap !== null) await noteSteps(tx, { ...reservation, cap, used: used + amount });
}

/** A mail that was counted in a period. */
export interface CountedMail {
  readonly category: Category;
  readonly periodStart: Date;
}

/** Gives back mails that ended without being handed over, to the periods that they were counted in (D-1146). Sent with the commit. */
export function giveBackUsage(tx: ProjectTx, mails: readonly CountedMail[]): void {
  if (mails.length === 0) return;
  const groups = Map.groupBy(mails, ({ category, periodStart }) => `${category} ${periodStart.getTime()}`);
  const counts = [...groups.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, amount: -1 - more.length }] : [],
  );
  add(tx, counts, spread);
}

/** Written by those who hold the row of the cap, so that it is never waited for. */
const capped = '0';
/** Writers of a category spread over this many rows, so that they do not wait for each other. */
const spread = '1 + pg_backend_pid() % 16';

function add(
  { db, projectId }: ProjectTx,
  counts: readonly (CountedMail & { readonly amount: number })[],
  slot: typeof capped | typeof spread,
): void {
  const values = [
    projectId,
    counts.map(({ category }) => category),
    counts.map(({ periodStart }) => periodStart),
    counts.map(({ amount }) => amount),
  ];
  writeLater(db, CompiledQuery.raw(addStatement(slot), values));
}

/** Why sorted: two transactions that write several rows lock them in the same order. */
const addStatement = (slot: string): string => `
  insert into billing_usage as u (project_id, category, period_start, slot, used)
  select $1, w.category, w.period_start, ${slot}, w.amount
    from unnest((select $2::text[]), $3::timestamptz[], $4::bigint[]) w (category, period_start, amount)
   order by w.category, w.period_start
  on conflict (project_id, category, period_start, slot) do update set used = u.used + excluded.used`;
