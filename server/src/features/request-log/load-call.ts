import { sql } from 'kysely';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { timeOfId } from '#platform/ids';
import { limits } from '#pure/limits';
import { callColumns, type LoggedCall } from './call-row.ts';
import { CallNotFound } from './refusals.ts';

export interface CallDetail extends LoggedCall {
  readonly contentType: string | null;
  readonly headerNames: string | null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly ignoredFields: string[] | null;
  /** What the call names, as far as it exists. */
  readonly emails: string[];
  readonly contacts: string[];
  readonly events: string[];
}

/** Events that a call has recorded are as old as the call, but for the difference of two clocks. */
const clockSeconds = 5;

/** A call with its bodies. */
export const loadCall = (ctx: ProjectContext, id: string): Promise<CallDetail> =>
  ctx.read(async (reader) => {
    const row = await reader.db
      .selectFrom('loggedCalls')
      .select([
        ...callColumns,
        'contentType',
        'headerNames',
        'requestBody',
        'responseBody',
        'ignoredFields',
        'namedIds',
      ])
      .where('projectId', '=', reader.projectId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw CallNotFound(id);
    const { namedIds, ...call } = row;
    return { ...call, ...(await findNamed(reader, call, (namedIds ?? []).slice(0, limits.loggedIdsShown))) };
  });

async function findNamed(
  { db, projectId }: ProjectReader,
  { id, durationMs }: Pick<LoggedCall, 'id' | 'durationMs'>,
  ids: readonly string[],
): Promise<Pick<CallDetail, 'emails' | 'contacts' | 'events'>> {
  const at = timeOfId(id);
  const until = new Date(at.getTime() + (durationMs ?? 0));
  const { rows } = await sql<{ kind: 'emails' | 'contacts' | 'events'; id: string }>`
    select 'emails' as kind, e.id from emails e where e.project_id = ${projectId} and e.id = any(${ids}::uuid[])
    union all
    select 'contacts', c.id from contacts c where c.project_id = ${projectId} and c.id = any(${ids}::uuid[])
    union all
    select 'events', v.id from events v
     where v.project_id = ${projectId} and v.id = any(${ids}::uuid[])
       and v.created_at between ${at}::timestamptz - make_interval(secs => ${clockSeconds})
                            and ${until}::timestamptz + make_interval(secs => ${clockSeconds})`.execute(db);
  const found = (kind: string): string[] => rows.filter((row) => row.kind === kind).map((row) => row.id);
  return { emails: found('emails'), contacts: found('contacts'), events: found('events') };
}
