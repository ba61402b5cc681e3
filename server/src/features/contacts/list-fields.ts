import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { customFieldName, type FieldType, standardFields } from '#pure/custom-fields';
import { contactTotals } from './count-contacts.ts';

export interface FieldStats {
  field: string;
  type: FieldType;
  isCustom: boolean;
  coverage: number;
  count: number;
  mixed: boolean;
}

/** Standard fields first, then custom keys by code point (D-220). Reads stored counts, never contacts. */
export function listFields(ctx: ProjectContext): Promise<FieldStats[]> {
  return ctx.read(async (reader) => {
    const { contacts } = await contactTotals(reader);
    const standard = standardFields.map(({ field, type }) => fieldStats(field, type, false, contacts, contacts, 0));
    const custom = (await customFields(reader)).map((row) =>
      fieldStats(customFieldName(row.key), row.type, true, Number(row.contacts), contacts, Number(row.mismatched)),
    );
    return [...standard, ...custom];
  });
}

interface CustomField {
  key: string;
  type: FieldType;
  contacts: string;
  mismatched: string;
}

/** Folded counts and waiting tallies in one statement, so the sum is exact. */
async function customFields({ db, projectId }: ProjectReader): Promise<CustomField[]> {
  const { rows } = await sql<CustomField>`
    select f.key, f.type, f.contacts + coalesce(w.presence, 0) as contacts,
           f.mismatched + coalesce(w.mismatched, 0) as mismatched
      from contact_fields f
      left join (
        select f.key, sum((c->>'presence')::int * times) as presence,
               coalesce(sum((c->>'newType' <> f.type)::int * times), 0)
                 - coalesce(sum((c->>'oldType' <> f.type)::int * times), 0) as mismatched
          from contact_tallies t
         cross join lateral jsonb_array_elements(t.fields) c
         cross join lateral coalesce((c->>'times')::int, 1) times
          join contact_fields f on f.project_id = t.project_id and f.key = c->>'key'
         where t.project_id = ${projectId}
         group by f.key) w on w.key = f.key
     where f.project_id = ${projectId} and f.deleted_at is null
     order by f.key`.execute(db);
  return rows;
}

const fieldStats = (
  field: string,
  type: FieldType,
  isCustom: boolean,
  count: number,
  contacts: number,
  mismatched: number,
): FieldStats => ({
  field,
  type,
  isCustom,
  coverage: contacts === 0 ? 0 : Math.round((count / contacts) * 10_000) / 10_000,
  count,
  mixed: mismatched > 0,
});
