import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { keyRing, signWith } from '#platform/crypto';
import { networkOf } from '#pure/addresses';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';
import { applyNotices } from '../feedback/apply-notices.ts';
import { isTrackedBy } from '../links/tracking-of.ts';
import { holdClicks } from './click-judgements.ts';
import { countHits } from './count-hits.ts';
import type { Hit, HitEmail } from './hit.ts';
import { type HitJudgement, judgeHit } from './judge-hit.ts';
import { loadHitCounts } from './load-hit-counts.ts';
import { lockEmails } from './lock-emails.ts';

/** What of a client's address goes into the hash that is kept. */
const hashedNetwork = { ipv4: 24, ipv6: 48 } as const;

type JudgedHit = Hit & HitJudgement & { readonly id: string };

/**
 * Logs requests for pixels and links. Opens are judged and counted at once; a click that looks like a person's is held until
 * its second is over, because two more links in that second would make it a scanner's.
 */
export async function recordHits(tx: ProjectTx, hits: readonly Hit[]): Promise<void> {
  const emails = await lockEmails(
    tx,
    hits.map(({ emailId }) => emailId),
  );
  const kept = hitsToKeep(hits, emails).map(
    (hit): JudgedHit => ({ ...hit, ...judgeHit(factsOf(hit, emails)), ...clientOf(hit, emails), id: tx.newId() }),
  );
  const held = kept.filter(({ kind, verdict }) => kind === 'click' && verdict === 'human');
  const counted = await countOpens(tx, kept);
  await writeHits(tx, kept, { held: new Set(held), counted: new Set(counted) });
  await holdClicks(tx, held);
  const machines = kept.filter(({ verdict }) => verdict === 'machine');
  await applyNotices(
    tx,
    counted.map(({ emailId, at }) => ({ kind: 'open', emailId, at })),
    machines.map(({ emailId, kind }) => ({ emailId, kind, campaignId: emails.get(emailId)?.campaignId ?? null })),
  );
}

/** Hits that are logged: not if tracking is off (D-662), the mail is gone, or it has as many as are noted. */
function hitsToKeep(hits: readonly Hit[], emails: ReadonlyMap<string, HitEmail>): Hit[] {
  const room = new Map<string, number>();
  return hits.filter(({ emailId }) => {
    const email = emails.get(emailId);
    if (!email || !isTrackedBy(email.tracking, email.type)) return false;
    const left = room.get(emailId) ?? limits.hitsNotedPerMail - email.hits;
    room.set(emailId, left - 1);
    return left > 0;
  });
}

function factsOf(hit: Hit, emails: ReadonlyMap<string, HitEmail>) {
  const handedOverAt = emails.get(hit.emailId)?.handedOverAt ?? null;
  return { ...hit, ageMs: handedOverAt && hit.at.getTime() - handedOverAt.getTime() };
}

/** What is known of the client, as far as it may be kept. */
function clientOf({ emailId, userAgent, address }: Hit, emails: ReadonlyMap<string, HitEmail>) {
  return emails.get(emailId)?.isForgotten ? { userAgent: null, address: null } : { userAgent, address };
}

async function countOpens(tx: ProjectTx, hits: readonly JudgedHit[]): Promise<JudgedHit[]> {
  const opens = hits.filter(({ kind, verdict }) => kind === 'open' && verdict === 'human');
  const byEmail = Map.groupBy(opens, ({ emailId }) => emailId);
  const countOf = await loadHitCounts(tx, 'open', [...byEmail.keys()]);
  return [...byEmail].flatMap(([id, own]) => countHits(own, countOf(id)).map(({ hit }) => hit));
}

interface HitMarks {
  readonly held: ReadonlySet<JudgedHit>;
  readonly counted: ReadonlySet<JudgedHit>;
}

async function writeHits(tx: ProjectTx, hits: readonly JudgedHit[], { held, counted }: HitMarks): Promise<void> {
  if (hits.length === 0) return;
  const networks = keyRing(tx.config, 'networks');
  const hashOf = (address: string): string =>
    signWith(networks, `${tx.projectId}:${networkOf(address, hashedNetwork)}`)
      .toString('base64url')
      .slice(0, 16);
  const rows = hits.map((hit) => ({
    id: hit.id,
    email_id: hit.emailId,
    kind: hit.kind,
    link_id: hit.linkId,
    at: hit.at.toISOString(),
    verdict: held.has(hit) ? null : hit.verdict,
    reason: hit.reason,
    is_counted: counted.has(hit),
    user_agent: hit.userAgent && cut(hit.userAgent, 200),
    network: hit.address && hashOf(hit.address),
  }));
  await sql`
    insert into tracking_hits (project_id, email_id, id, kind, link_id, at, verdict, reason, is_counted, user_agent, network)
    select ${tx.projectId}, email_id, id, kind, link_id, at, verdict, reason, is_counted, user_agent, network
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        h (id uuid, email_id uuid, kind text, link_id uuid, at timestamptz, verdict text, reason text, is_counted boolean,
           user_agent text, network text)`.execute(tx.db);
}
