import { type RawBuilder, sql } from 'kysely';
import { countUsage, openUsage, reserveUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import { horizonSeconds } from '#pure/message';
import { deliveries } from '../delivery/deliveries.ts';
import { lanes } from '../delivery/lanes.ts';
import type { BulkMail } from './bulk-mail.ts';
import { lockAgainstDeletion } from './lock-against-deletion.ts';

export interface DuePortion {
  readonly mail: BulkMail;
  /** The last email that was looked at, and the last that there is. */
  readonly after: string;
  readonly upTo: string;
  /** How many emails are looked at, so that at most as many become due. */
  readonly limit: number;
  /** Of 2^32 hashes of contacts: those below this number, or the others. Null: all. */
  readonly part: { readonly share: number; readonly isFirst: boolean } | null;
}

export interface MadeDue {
  readonly made: number;
  /** The last email that was looked at; null: that was the last that there is. */
  readonly after: string | null;
  /** The cap of the period allows no more (D-1145). */
  readonly isCapReached: boolean;
}

/**
 * Makes the next emails of a source due, in the order of their ids: delivery rows, and the values of the contact that the text reads
 * (D-809). From here on they are in the hands of the delivery spool. They are counted, other than test mail, and no more become due
 * than the cap allows.
 */
export async function makeDue(tx: ProjectTx, portion: DuePortion): Promise<MadeDue> {
  const { mail, after, upTo, limit } = portion;
  await lockAgainstDeletion(tx);
  const usage = await reserveUsage(tx, await openUsage(tx, 'campaigns'), mail.isTest ? 0 : limit);
  const { rows } = await sql<DueRow>`
    with looked as materialized (
      select e.id, e.contact_id, e.campaign_id, e.status, e.recipient, e.is_test from emails e
       where e.project_id = ${tx.projectId} and e.id > ${after} and e.id <= ${upTo} order by e.id limit ${limit}),
    text as materialized (
      select t.keys, t.shows_moment from shared_texts t where t.project_id = ${tx.projectId} and t.id = ${mail.sourceId}),
    waiting as materialized (
      select l.id, l.contact_id, l.recipient, l.is_test, t.shows_moment, count(*) filter (where not l.is_test) over (order by l.id) as n,
             case when t.keys is null then k.data
                  else (select coalesce(jsonb_object_agg(w.key, k.data -> w.key), '{}') from unnest(t.keys) w (key)
                         where k.data ? w.key) end as values
        from looked l
        join contacts k on k.project_id = ${tx.projectId} and k.id = l.contact_id
       cross join text t
       where l.campaign_id = ${mail.sourceId} and l.status = 'QUEUED' and ${isInPart(portion)}),
    beyond as materialized (select id from waiting where n > ${usage.granted} order by id limit 1),
    due as materialized (select * from waiting where n <= ${usage.granted}),
    kept as (
      insert into email_contents (project_id, id, variables, rendered_at)
      select ${tx.projectId}, id, values, ${tx.now} from due where shows_moment or values <> '{}'),
    made as (
      insert into deliveries (project_id, id, type, contact_id, campaign_id, source_id, recipient, sender_domain, is_test, lane,
                              due_at, expires_at, counted_in)
      select ${tx.projectId}, id, ${mail.type}, contact_id, ${mail.sourceId}, ${mail.sourceId}, recipient,
             ${domainOf(mail.fromEmail)}, is_test, ${lanes.indexOf('campaign')}::smallint, now(),
             now() + ${horizonSeconds}::int * interval '1 second', case when not is_test then ${usage.periodStart}::timestamptz end
        from due order by id
      returning is_test)
    select (select count(*) from made) as made, (select count(*) from made where not is_test) as live, (select count(*) from looked) as looked,
           (select l.id from looked l where not exists (select from beyond b where b.id <= l.id) order by l.id desc limit 1) as last,
           exists (select from beyond) as is_cap_reached`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new Error('a count has one row');
  await countUsage(tx, usage, Number(row.live));
  tx.afterCommit(() => deliveries.wake());
  const made = Number(row.made);
  if (row.isCapReached) return { made, after: row.last ?? after, isCapReached: true };
  return { made, after: Number(row.looked) < limit ? null : row.last, isCapReached: false };
}

interface DueRow {
  made: string;
  /** Of those that were made due: not test mail. */
  live: string;
  looked: string;
  /** The last that was looked at, before the first that is beyond the cap. */
  last: string | null;
  isCapReached: boolean;
}

/** Chosen by a hash, so that it is not the oldest contacts that go first (D-827). */
function isInPart({ mail, part }: DuePortion): RawBuilder<boolean> {
  if (part === null) return sql`true`;
  const hash = sql`('x' || left(md5(${mail.sourceId}::text || k.id::text), 8))::bit(32)::bigint`;
  return part.isFirst ? sql`${hash} < ${part.share}` : sql`${hash} >= ${part.share}`;
}
