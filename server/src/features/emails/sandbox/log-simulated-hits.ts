import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import { linkIdOf } from '../links/link-id.ts';
import type { Simulation } from './simulation.ts';

interface HitRow {
  readonly email_id: EmailId;
  readonly id: string;
  readonly kind: 'open' | 'click';
  readonly url: string | null;
  readonly link_id: string | null;
  readonly is_machine: boolean;
}

/**
 * Writes simulated opens and clicks into the log of hits, already judged, so that an email's history shows them like real
 * ones. Returns those that are the first click on their link.
 */
export async function logSimulatedHits(
  tx: ProjectTx,
  simulations: readonly Simulation[],
  linksOf: (emailId: EmailId) => readonly string[],
): Promise<Set<Simulation>> {
  const rowOf = (emailId: EmailId, kind: 'open' | 'click', url: string | null, isMachine: boolean): HitRow => ({
    email_id: emailId,
    id: tx.newId(),
    kind,
    url,
    link_id: url === null ? null : linkIdOf(tx.projectId, url),
    is_machine: isMachine,
  });
  const logged = simulations.flatMap((simulation) => {
    const { emailId, kind, link } = simulation;
    if (kind === 'open' || kind === 'click') return [{ simulation, row: rowOf(emailId, kind, link, false) }];
    if (kind !== 'scan') return [];
    const scanned = linksOf(emailId).map((url) => rowOf(emailId, 'click', url, true));
    return [rowOf(emailId, 'open', null, true), ...scanned].map((row) => ({ simulation, row }));
  });
  if (logged.length === 0) return new Set();
  const firsts = await write(
    tx,
    logged.map(({ row }) => row),
  );
  return new Set(logged.filter(({ row }) => firsts.has(row.id)).map(({ simulation }) => simulation));
}

/** Returns the ids of counted clicks that are the first counted click on their link. */
async function write(tx: ProjectTx, rows: readonly HitRow[]): Promise<Set<string>> {
  const list = JSON.stringify(rows);
  await sql`
    insert into email_links (project_id, id, url)
    select distinct ${tx.projectId}::uuid, link_id, url from jsonb_to_recordset(${list}::jsonb) w (link_id uuid, url text)
     where link_id is not null order by link_id
    on conflict (project_id, id) do nothing`.execute(tx.db);
  const { rows: firsts } = await sql<{ id: string }>`
    with input as (
      select * from jsonb_to_recordset(${list}::jsonb)
        w (email_id uuid, id uuid, kind text, link_id uuid, is_machine boolean)),
    logged as (
      insert into tracking_hits (project_id, email_id, id, kind, link_id, at, verdict, reason, is_counted)
      select ${tx.projectId}, email_id, id, kind, link_id, ${tx.now}, case when is_machine then 'machine' else 'human' end,
             'simulated', not is_machine from input)
    select distinct on (w.email_id, w.link_id) w.id from input w
     where w.kind = 'click' and not w.is_machine and not exists (
       select 1 from tracking_hits h
        where h.project_id = ${tx.projectId} and h.email_id = w.email_id and h.link_id = w.link_id and h.is_counted)
     order by w.email_id, w.link_id, w.id`.execute(tx.db);
  return new Set(firsts.map(({ id }) => id));
}
