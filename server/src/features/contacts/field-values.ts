import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { isDataKey, parseFieldName } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { contactTotals } from './count-contacts.ts';

export interface CountedFieldValue {
  value: string | number | boolean;
  count: number;
}

/** The distinct values of a field, most frequent first. */
export async function fieldValues(ctx: ProjectContext, name: string, limit: number): Promise<CountedFieldValue[]> {
  const field = parseFieldName(name);
  return ctx.read(async (reader) => {
    const totals = await contactTotals(reader);
    if (field.kind === 'custom')
      return isDataKey(field.key) ? customValues(reader, field.key, limit, totals.contacts) : [];
    if (field.field !== 'subscribed') return [];
    return [
      { value: true, count: totals.subscribed },
      { value: false, count: totals.contacts - totals.subscribed },
    ];
  });
}

async function customValues(
  reader: ProjectReader,
  key: string,
  limit: number,
  contacts: number,
): Promise<CountedFieldValue[]> {
  const known = await reader.db
    .selectFrom('contactFields')
    .select('key')
    .where('projectId', '=', reader.projectId)
    .where('key', '=', key)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!known) return [];
  const counted = contacts <= limits.contactsCountedLive ? liveValues(reader, key) : foldedValues(reader, key);
  const { rows } = await sql<{ value: string | number | boolean; count: string }>`
    select value, count from (${counted}) v order by count desc, value #>> '{}' collate "C" limit ${limit}`.execute(
    reader.db,
  );
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

const liveValues = ({ projectId }: ProjectReader, key: string) => sql`
  select data -> ${key} as value, count(*) as count from contacts
   where project_id = ${projectId} and jsonb_typeof(data -> ${key}) in ('string', 'number', 'boolean')
     and length(data ->> ${key}) <= 200
   group by 1`;

const foldedValues = ({ projectId }: ProjectReader, key: string) => sql`
  select value, contacts as count from contact_field_values
   where project_id = ${projectId} and key = ${key} and contacts > 0`;
