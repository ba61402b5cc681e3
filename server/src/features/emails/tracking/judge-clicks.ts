import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { type Claim, type ClaimEnding, completeAllIn, postponeAllIn } from '#platform/spool';
import type { EmailId } from '../email.ts';
import { applyNotices } from '../feedback/apply-notices.ts';
import { countHits } from './count-hits.ts';
import { findBursts } from './find-bursts.ts';
import { loadHitCounts } from './load-hit-counts.ts';
import { lockEmails } from './lock-emails.ts';

interface LoggedClick {
  readonly id: string;
  readonly emailId: EmailId;
  readonly linkId: string;
  readonly url: string;
  readonly at: Date;
  readonly isHeld: boolean;
}

const secondMs = 1_000;
/** Longest time from the request to its row in the log. */
const lateMs = 200;

/** Judges the held clicks of these emails whose second is over; for the others the row is postponed. */
export async function judgeClicks(tx: ProjectTx, claims: readonly Claim[]): Promise<ClaimEnding> {
  const ids = claims.map(({ id }) => id as EmailId); // the table's ids are emails
  const emails = await lockEmails(tx, ids);
  const clicks = await loadClicks(tx, ids);
  const ready = clicks.filter(({ at, isHeld }) => isHeld && at.getTime() + secondMs + lateMs <= tx.now.getTime());
  const machine = new Map<string, string>([
    ...[...Map.groupBy(clicks, ({ emailId }) => emailId).values()]
      .flatMap((own) => [...findBursts(own)])
      .map((id) => [id, 'many_links'] as const),
    // The relay has refused the mail meanwhile: only the relay has seen it.
    ...ready.filter(({ emailId }) => !emails.get(emailId)?.handedOverAt).map(({ id }) => [id, 'too_soon'] as const),
  ]);
  const counted = await countClicks(
    tx,
    ready.filter(({ id }) => !machine.has(id)),
  );
  await writeVerdicts(tx, ready, { machine, counted: new Set(counted.map(({ hit }) => hit.id)) });
  await applyNotices(
    tx,
    counted.map(({ hit, isFirstOfLink }) => ({
      kind: 'click',
      emailId: hit.emailId,
      at: hit.at,
      link: hit.url,
      isFirstOfLink,
    })),
    ready
      .filter(({ id }) => machine.has(id))
      .map(({ emailId }) => ({ emailId, kind: 'click' as const, campaignId: emails.get(emailId)?.campaignId ?? null })),
  );
  await endClaims(tx, claims, clicks, new Set(ready));
  return 'ended';
}

/** Held clicks, and judged ones from the second before them on. */
async function loadClicks(tx: ProjectTx, ids: readonly EmailId[]): Promise<LoggedClick[]> {
  const { rows } = await sql<LoggedClick>`
    select h.id, h.email_id, h.link_id, l.url, h.at, h.verdict is null as is_held
      from tracking_hits h join email_links l on l.project_id = h.project_id and l.id = h.link_id
     where h.project_id = ${tx.projectId} and h.email_id = any(${ids}::uuid[]) and h.kind = 'click'
       and (h.verdict is null or h.at > coalesce((
             select min(f.at) from tracking_hits f
              where f.project_id = ${tx.projectId} and f.email_id = h.email_id and f.verdict is null), 'infinity')
             - interval '1 second')`.execute(tx.db);
  return rows;
}

async function countClicks(tx: ProjectTx, clicks: readonly LoggedClick[]) {
  const byEmail = Map.groupBy(clicks, ({ emailId }) => emailId);
  const countOf = await loadHitCounts(tx, 'click', [...byEmail.keys()]);
  return [...byEmail].flatMap(([id, own]) => countHits(own, countOf(id)));
}

interface ClickMarks {
  /** With the reason. */
  readonly machine: ReadonlyMap<string, string>;
  readonly counted: ReadonlySet<string>;
}

async function writeVerdicts(
  tx: ProjectTx,
  clicks: readonly LoggedClick[],
  { machine, counted }: ClickMarks,
): Promise<void> {
  if (clicks.length === 0) return;
  const rows = clicks.map(({ id, emailId }) => ({
    id,
    email_id: emailId,
    verdict: machine.has(id) ? 'machine' : 'human',
    reason: machine.get(id) ?? null,
    is_counted: counted.has(id),
  }));
  await sql`
    update tracking_hits h set verdict = w.verdict, reason = w.reason, is_counted = w.is_counted
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        w (id uuid, email_id uuid, verdict text, reason text, is_counted boolean)
     where h.project_id = ${tx.projectId} and h.email_id = w.email_id and h.id = w.id
       and h.email_id = any(${clicks.map(({ emailId }) => emailId)}::uuid[])`.execute(tx.db);
}

/** A claim that a new click has voided is not ended here, the next worker takes it; what was judged stays judged. */
async function endClaims(
  tx: ProjectTx,
  claims: readonly Claim[],
  clicks: readonly LoggedClick[],
  judged: ReadonlySet<LoggedClick>,
): Promise<void> {
  const left = Map.groupBy(
    clicks.filter((click) => click.isHeld && !judged.has(click)),
    ({ emailId }) => emailId as string,
  );
  await completeAllIn(
    tx,
    claims.filter(({ id }) => !left.has(id)),
  );
  await postponeAllIn(
    tx,
    claims.filter(({ id }) => left.has(id)),
    ({ id }) => {
      const first = Math.min(...(left.get(id) ?? []).map(({ at }) => at.getTime()));
      return new Date(Math.max(tx.now.getTime() + 100, first + secondMs + lateMs));
    },
  );
}
