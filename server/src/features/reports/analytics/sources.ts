import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { type BreakdownQuery, breakdownRows, loadBreakdownScope } from './breakdown-rows.ts';

export const sourceSorts = ['accepted', 'clickRate'] as const;

interface SourcesQuery extends BreakdownQuery {
  readonly sort: (typeof sourceSorts)[number] | undefined;
  readonly limit: number;
}

/** What has become of the mails of a campaign or a workflow, or of a template that was sent by itself. */
export interface MailSource {
  readonly kind: 'campaign' | 'workflow' | 'template';
  readonly id: string;
  /** Null once it is deleted. */
  readonly name: string | null;
  readonly accepted: number;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}

/** What the mails that were accepted in a period came from, the most mails or clicks first (D-1024). */
export function listSources(ctx: ProjectContext, query: SourcesQuery): Promise<MailSource[]> {
  return ctx.read(async (reader) => {
    const { db, projectId } = reader;
    const scope = await loadBreakdownScope(reader, query);
    const isByRate = query.sort === 'clickRate';
    const { rows } = await sql<MailSource>`
      with sources as materialized (
        select dimension as kind, name::uuid as id, sum(accepted)::float8 as accepted, sum(sent)::float8 as sent,
               sum(delivered)::float8 as delivered, sum(opened)::float8 as opened, sum(clicked)::float8 as clicked,
               case when ${isByRate}::boolean then coalesce(sum(clicked) / nullif(sum(sent), 0), 0) end as rate
          from ${breakdownRows(reader, scope, ['campaign', 'workflow', 'template'])} b group by 1, 2
         order by rate desc, accepted desc, id limit ${query.limit})
      select s.kind, s.id,
             case s.kind
               when 'campaign' then (select name from campaigns where project_id = ${projectId} and id = s.id)
               when 'workflow' then (select name from workflows where project_id = ${projectId} and id = s.id)
               else (select name from templates where project_id = ${projectId} and id = s.id) end as name,
             s.accepted, s.sent, s.delivered, s.opened, s.clicked
        from sources s order by s.rate desc, s.accepted desc, s.id`.execute(db);
    return rows;
  });
}
