import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import type { FeedRecord } from './feed-query.ts';

/** The data of an event or of a line of the log, as far as it is shown. */
export interface RecordData {
  readonly own: JsonObject;
  readonly isCut: boolean;
  readonly isNull: boolean;
}

/**
 * By the id of the record. Data past its limit loses whole keys in the database already, so that no page reads megabytes; of received
 * mail, which has a body, only what is shown is read.
 */
export async function loadRecordData(
  reader: ProjectReader,
  records: readonly FeedRecord[],
): Promise<Map<string, RecordData>> {
  const found = await Promise.all(
    (['events', 'activity_log'] as const).map((table) =>
      loadFrom(
        reader,
        table,
        records.filter(({ source }) => source.table === table),
      ),
    ),
  );
  return new Map(found.flat().map(({ id, ...data }) => [id, data]));
}

async function loadFrom(
  { db, projectId }: ProjectReader,
  table: 'events' | 'activity_log',
  records: readonly FeedRecord[],
): Promise<(RecordData & { readonly id: string })[]> {
  if (records.length === 0) return [];
  const [moments, ids] = [records.map(({ at }) => at), records.map(({ recordId }) => recordId)];
  const { rows } = await sql<RecordData & { id: string }>`
    select r.id, r.data is null as is_null, r.bytes > ${limits.activityDataBytes} and r.name <> ${received} as is_cut,
           case when r.name = ${received} then ${receivedData}
                when r.bytes > ${limits.activityDataBytes} then (
                  select coalesce(jsonb_object_agg(k.key, k.value), '{}') from (
                    select d.key, d.value, sum(octet_length(d.key) + octet_length(d.value::text) + 6) over (order by d.number) as bytes
                      from jsonb_each(r.data) with ordinality d (key, value, number)) k
                   where k.bytes <= ${limits.activityDataBytes})
                else coalesce(r.data, '{}') end as own
      from (
        select r.id, r.name, r.data, octet_length(r.data::text) as bytes
          from unnest(${moments}::timestamptz[], ${ids}::uuid[]) i (at, id)
          join ${sql.table(table)} r on r.project_id = ${projectId} and r.created_at = i.at and r.id = i.id) r`.execute(
    db,
  );
  return rows;
}

const received = 'email.received';
const receivedData = sql`jsonb_build_object('from', r.data -> 'from', 'subject', r.data -> 'subject',
  'spamVerdict', r.data -> 'spamVerdict', 'virusVerdict', r.data -> 'virusVerdict')`;
