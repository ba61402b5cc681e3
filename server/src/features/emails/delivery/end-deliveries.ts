import { sql } from 'kysely';
import type { CountedMail } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { type CountedDelivery, countedAs } from '../counted-as.ts';
import { stopsClock } from './mail-stops.ts';
import { type DeliveryResult, isClosing, isWaiting, type WaitingEffect } from './result.ts';

/** Held mail is checked this often even if nothing signals that its reason has gone. */
const holdSeconds = 3_600;

export interface EndedDeliveries {
  /** The ids for which the guard held. */
  readonly counted: ReadonlySet<string>;
  /** Mails that were counted in a period and closed without having been handed over. */
  readonly unused: readonly CountedMail[];
}

/**
 * Ends the claims in the spool: rows of closed mails are deleted, the others postponed.
 * Invariant: of all results of one mail at most one closes it, because its row is deleted with it.
 */
export async function endDeliveries(tx: ProjectTx, results: readonly DeliveryResult[]): Promise<EndedDeliveries> {
  const inOrder = results.toSorted((a, b) => (a.claim.id < b.claim.id ? -1 : 1)); // the order in which rows are locked
  const [gone, waiting] = await Promise.all([
    remove(tx, inOrder.filter(isClosing)),
    postpone(tx, inOrder.filter(isWaiting)),
  ]);
  const handedOver = new Set(results.filter(({ effect }) => effect.kind === 'sent').map(({ claim }) => claim.id));
  return {
    counted: new Set([...gone.map(({ id }) => id), ...waiting]),
    unused: countedAs(gone.filter(({ id }) => !handedOver.has(id))),
  };
}

/**
 * Before the gate a result counts while its claim holds the row. After it, for as long as that claim was the last to pass,
 * as this attempt, even if another claim holds the row now.
 * Why the fence besides the attempt: attempts are counted in the row, and two claims may assume the same number.
 */
const guard = sql`((w.attempt is null and d.fence = w.fence)
  or (d.attempt = w.attempt and d.gated_fence = w.fence and d.phase in ('COMMITTING', 'UNKNOWN')))`;

/** A withdrawal knows that its claim sent nothing, but not whether it has passed: it ends the claim in both cases, and no other. */
const withdrawal = sql`(w.is_withdrawn and d.gated_fence = w.fence and d.phase in ('COMMITTING', 'UNKNOWN'))`;

async function remove(
  tx: ProjectTx,
  results: readonly DeliveryResult[],
): Promise<(CountedDelivery & { readonly id: string })[]> {
  if (results.length === 0) return [];
  const { rows } = await sql<CountedDelivery & { id: string }>`
    delete from deliveries d
     using unnest(${results.map(({ claim }) => claim.id)}::uuid[], ${results.map(({ claim }) => claim.fence)}::uuid[],
                  ${results.map(({ gatedAs }) => gatedAs)}::int[]) w (id, fence, attempt)
     where d.project_id = ${tx.projectId} and d.id = w.id and ${guard}
    returning d.id, d.counted_in, d.campaign_id, d.source_id`.execute(tx.db);
  return rows;
}

async function postpone(tx: ProjectTx, results: readonly DeliveryResult<WaitingEffect>[]): Promise<string[]> {
  if (results.length === 0) return [];
  const waits = results.map(waitOf);
  const { rows } = await sql<{ id: string }>`
    update deliveries d
       set phase = w.phase, attempt = coalesce(w.new_attempt, d.attempt), hold_reason = w.hold_reason,
           unknown_at = case w.phase when 'UNKNOWN' then now() end,
           gated_fence = case w.phase when 'UNKNOWN' then d.gated_fence end, fence = null, lease_until = null, claims = 0,
           -- A mail whose contact was deleted while it was handed over does not wait: the next claim closes it.
           due_at = case when w.phase is null and d.contact_id is not null and not exists (
                                select 1 from contacts c where c.project_id = d.project_id and c.id = d.contact_id) then now()
                         when w.is_capped then greatest(now(), least(d.expires_at, now() + w.seconds * interval '1 second'))
                         else now() + w.seconds * interval '1 second' end
      from unnest(${results.map(({ claim }) => claim.id)}::uuid[], ${results.map(({ claim }) => claim.fence)}::uuid[],
                  ${results.map(({ gatedAs }) => gatedAs)}::int[], ${waits.map(({ phase }) => phase)}::text[],
                  ${waits.map(({ newAttempt }) => newAttempt)}::int[], ${waits.map(({ holdReason }) => holdReason)}::text[],
                  ${waits.map(({ afterSeconds }) => afterSeconds)}::float8[], ${waits.map(({ isCapped }) => isCapped)}::boolean[],
                  ${results.map(({ effect }) => effect.kind === 'withdrawn')}::boolean[])
             w (id, fence, attempt, phase, new_attempt, hold_reason, seconds, is_capped, is_withdrawn)
     where d.project_id = ${tx.projectId} and d.id = w.id and (${guard} or ${withdrawal})
    returning d.id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

interface DeliveryWait {
  phase: 'UNKNOWN' | null;
  newAttempt: number | null;
  holdReason: string | null;
  afterSeconds: number;
  /** Not longer than until the mail expires. */
  isCapped: boolean;
}

function waitOf({ effect, entry, gatedAs }: DeliveryResult<WaitingEffect>): DeliveryWait {
  const base: DeliveryWait = { phase: null, newAttempt: null, holdReason: null, afterSeconds: 0, isCapped: true };
  switch (effect.kind) {
    case 'later':
      // Before the gate the attempt is not counted yet.
      return {
        ...base,
        afterSeconds: effect.afterSeconds,
        newAttempt: gatedAs === null ? (entry?.attempt ?? null) : null,
      };
    case 'held':
      return {
        ...base,
        holdReason: effect.reason,
        afterSeconds: holdSeconds,
        isCapped: !stopsClock(effect.reason),
      };
    case 'doubt':
      return { ...base, phase: 'UNKNOWN', afterSeconds: effect.afterSeconds, isCapped: false };
    case 'withdrawn':
      return base;
  }
}
