import { sql } from 'kysely';
import { z } from 'zod';
import { defineTask, type ProjectTx } from '#platform/context';

const rowsAtOnce = 1_000;

/** Moves units of ended hours into meter events. A second run finds only what was counted since. */
export const closeUnits = defineTask({
  name: 'billing.close-units',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    while (await ctx.transaction((tx) => moveUnits(tx, 'ended')));
  },
});

interface OpenUnits {
  category: string;
  hour: Date;
  periodStart: Date;
  customerId: string;
  units: string;
}

/**
 * Writes a meter event for what was counted since the last one, for each category, hour and period; true while there may be more.
 * Units and the mark that they are reported change together, under the locks of their rows: so each unit is in one event.
 */
export async function moveUnits(tx: ProjectTx, which: 'ended' | 'all'): Promise<boolean> {
  // Events of an hour are numbered: one at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing-units:${tx.projectId}`}, 0))`.execute(tx.db);
  const { rows } = await sql<OpenUnits & { slot: number }>`
    select category, hour, period_start, customer_id, slot, units - reported as units from billing_units
     where project_id = ${tx.projectId} and is_open and (closes_at <= now() or ${which === 'all'})
     order by category, hour, period_start, customer_id, slot
     limit ${rowsAtOnce} for update`.execute(tx.db);
  if (rows.length === 0) return false;
  await sql`
    update billing_units u set reported = u.units, is_open = false
      from unnest(${rows.map(({ category }) => category)}::text[], ${rows.map(({ hour }) => hour)}::timestamptz[],
                  ${rows.map(({ periodStart }) => periodStart)}::timestamptz[], ${rows.map(({ customerId }) => customerId)}::text[],
                  ${rows.map(({ slot }) => slot)}::smallint[]) w (category, hour, period_start, customer_id, slot)
     where u.project_id = ${tx.projectId} and u.category = w.category and u.hour = w.hour and u.period_start = w.period_start
       and u.customer_id = w.customer_id and u.slot = w.slot`.execute(tx.db);
  await writeEvents(tx, rows);
  return rows.length === rowsAtOnce;
}

async function writeEvents(tx: ProjectTx, rows: readonly OpenUnits[]): Promise<void> {
  await sql`
    insert into meter_events (project_id, category, hour, part, customer_id, units, at, state, due_at, created_at)
    select ${tx.projectId}, s.category, s.hour,
           row_number() over (partition by s.category, s.hour order by s.period_start, s.customer_id)
             + (select coalesce(max(m.part), 0) from meter_events m
                 where m.project_id = ${tx.projectId} and m.category = s.category and m.hour = s.hour),
           s.customer_id, s.units, greatest(s.hour, s.period_start), 'WAITING', ${tx.now}, ${tx.now}
      from (select w.category, w.hour, w.period_start, w.customer_id, sum(w.units) as units
              from unnest(${rows.map(({ category }) => category)}::text[], ${rows.map(({ hour }) => hour)}::timestamptz[],
                          ${rows.map(({ periodStart }) => periodStart)}::timestamptz[],
                          ${rows.map(({ customerId }) => customerId)}::text[], ${rows.map(({ units }) => units)}::bigint[])
                     w (category, hour, period_start, customer_id, units)
             group by 1, 2, 3, 4 having sum(w.units) > 0) s`.execute(tx.db);
}
