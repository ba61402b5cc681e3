import { sql } from 'kysely';
import { z } from 'zod';
import { defineInstanceTask, type InstanceContext, type InstanceTx } from '#platform/context';
import type { Payments, ReportOutcome } from '#platform/payments';
import { cut } from '#pure/text';

const eventsAtOnce = 10;

/**
 * Sends the meter events that are due. Two runs share them: a claim puts an event off before it is sent. A run that dies leaves its
 * events to be sent again with the same identifiers.
 */
export const sendMeterEvents = defineInstanceTask({
  name: 'billing.send-meter-events',
  payload: z.object({}),
  isMerged: true,
  async run(ctx) {
    const { payments } = ctx;
    if (!payments) return;
    await payments.prepare(); // before the claim, after which an event may have been counted
    for (let count = eventsAtOnce; count === eventsAtOnce && !ctx.stopping.aborted; ) {
      const claimed = await ctx.transaction(claimEvents);
      await Promise.all(claimed.map((event) => sendEvent(ctx, payments, event)));
      count = claimed.length;
    }
  },
});

interface ClaimedEvent {
  readonly projectId: string;
  readonly category: string;
  readonly hour: Date;
  readonly part: number;
  readonly customerId: string;
  readonly units: string;
  readonly at: Date;
  readonly tries: number;
  /** An earlier try may have been counted. */
  readonly wasUnclear: boolean;
}

/** How long a try without a known reply may be repeated: the provider recognises repeats for 24 hours (D-1147). */
const repeatable = sql`interval '20 hours'`;
/** The provider takes events of the last 35 days. */
const reportable = sql`interval '34 days'`;

/** From here on the try may have been counted, whatever becomes of this process. */
async function claimEvents({ db }: InstanceTx): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    with due as (
      select project_id, category, hour, part, unclear_since is not null as was_unclear from meter_events
       where state = 'WAITING' and due_at <= now() and hour > now() - ${reportable}
         and (unclear_since is null or unclear_since > now() - ${repeatable})
       order by due_at limit ${eventsAtOnce} for update skip locked)
    update meter_events m
       set tries = m.tries + 1, unclear_since = coalesce(m.unclear_since, now()),
           due_at = now() + least(60, power(2, least(m.tries, 10))) * interval '1 minute'
      from due d
     where m.project_id = d.project_id and m.category = d.category and m.hour = d.hour and m.part = d.part
    returning m.project_id, m.category, m.hour, m.part, m.customer_id, m.units, m.at, m.tries, d.was_unclear`.execute(
    db,
  );
  return rows;
}

async function sendEvent(ctx: InstanceContext, payments: Payments, event: ClaimedEvent): Promise<void> {
  const { customerId, category, at } = event;
  const units = Number(event.units);
  const outcome = await payments.reportUnits({ identifier: identifierOf(event), customerId, category, units, at });
  if (outcome.kind !== 'counted') {
    const { projectId, tries } = event;
    ctx.log.warn({ projectId, category, tries, reason: outcome.reason }, 'units were not reported');
  }
  await ctx.transaction((tx) => recordOutcome(tx, event, outcome));
}

/** The same for every try of an event, and of no other (D-1147). */
const identifierOf = ({ projectId, category, hour, part }: ClaimedEvent): string =>
  `${projectId}.${category}.${hour.toISOString().slice(0, 13)}.${part}`;

async function recordOutcome({ db }: InstanceTx, event: ClaimedEvent, outcome: ReportOutcome): Promise<void> {
  const isCounted = outcome.kind === 'counted';
  // A refusal says that this try was not counted; of an earlier one, or one that began since, nothing is known.
  const isClear = outcome.kind === 'refused' && !event.wasUnclear;
  await sql`
    update meter_events set
           state = case when ${isCounted} then 'COUNTED' else state end,
           unclear_since = case when ${isCounted} or (${isClear} and tries = ${event.tries}) then null else unclear_since end,
           reason = ${isCounted ? null : cut(outcome.reason, 512)}
     where project_id = ${event.projectId} and category = ${event.category} and hour = ${event.hour} and part = ${event.part}
       and state <> 'COUNTED'`.execute(db);
}

/** Gives up events that must not be sent again, and returns how many: a second count is worse than a missing one (D-1147). */
export async function stopEvents({ db }: InstanceTx): Promise<number> {
  const { numAffectedRows } = await sql`
    update meter_events set state = 'STOPPED'
     where state = 'WAITING' and (unclear_since <= now() - ${repeatable} or hour <= now() - ${reportable})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
