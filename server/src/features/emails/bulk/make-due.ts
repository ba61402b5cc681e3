import { type RawBuilder, sql } from 'kysely';
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

/** How many became due, and the last email that was looked at; null: that was the last. */
export interface MadeDue {
  readonly made: number;
  readonly after: string | null;
}

/**
 * Makes the next emails of a source due, in the order of their ids: delivery rows, and the values of the contact that the text reads
 * (D-809). From here on they are in the hands of the delivery spool.
 */
export async function makeDue(tx: ProjectTx, portion: DuePortion): Promise<MadeDue> {
  const { mail, after, upTo, limit } = portion;
  await lockAgainstDeletion(tx);
  const { rows } = await sql<{ made: string; looked: string; last: string | null }>`
    with looked as materialized (
      select e.id, e.contact_id, e.campaign_id, e.status, e.recipient, e.is_test from emails e
       where e.project_id = ${tx.projectId} and e.id > ${after} and e.id <= ${upTo} order by e.id limit ${limit}),
    text as materialized (
      select t.keys, t.shows_moment from shared_texts t where t.project_id = ${tx.projectId} and t.id = ${mail.sourceId}),
    due as materialized (
      select l.id, l.contact_id, l.recipient, l.is_test, t.shows_moment,
             case when t.keys is null then k.data
                  else (select coalesce(jsonb_object_agg(w.key, k.data -> w.key), '{}') from unnest(t.keys) w (key)
                         where k.data ? w.key) end as values
        from looked l
        join contacts k on k.project_id = ${tx.projectId} and k.id = l.contact_id
       cross join text t
       where l.campaign_id = ${mail.sourceId} and l.status = 'QUEUED' and ${isInPart(portion)}),
    kept as (
      insert into email_contents (project_id, id, variables, rendered_at)
      select ${tx.projectId}, id, values, ${tx.now} from due where shows_moment or values <> '{}'),
    made as (
      insert into deliveries (project_id, id, type, contact_id, campaign_id, source_id, recipient, sender_domain, is_test, lane,
                              due_at, expires_at)
      select ${tx.projectId}, id, ${mail.type}, contact_id, ${mail.sourceId}, ${mail.sourceId}, recipient,
             ${domainOf(mail.fromEmail)}, is_test, ${lanes.indexOf('campaign')}::smallint, now(),
             now() + ${horizonSeconds}::int * interval '1 second'
        from due order by id
      returning 1)
    select (select count(*) from made) as made, (select count(*) from looked) as looked,
           (select id from looked order by id desc limit 1) as last`.execute(tx.db);
  const [row] = rows;
  if (!row) throw new Error('a count has one row');
  tx.afterCommit(() => deliveries.wake());
  return { made: Number(row.made), after: Number(row.looked) < limit ? null : row.last };
}

/** Chosen by a hash, so that it is not the oldest contacts that go first (D-827). */
function isInPart({ mail, part }: DuePortion): RawBuilder<boolean> {
  if (part === null) return sql`true`;
  const hash = sql`('x' || left(md5(${mail.sourceId}::text || k.id::text), 8))::bit(32)::bigint`;
  return part.isFirst ? sql`${hash} < ${part.share}` : sql`${hash} >= ${part.share}`;
}
