import { CompiledQuery } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { AcceptanceFacts } from '../delivery/may-leave.ts';

export type Suppressions = Pick<AcceptanceFacts, 'suppression' | 'instanceSuppression'>;

/** The entries for these addresses in the lists of the project and the installation. Addresses without one are left out. */
export async function loadSuppressions(
  { db, projectId }: ProjectReader,
  emails: readonly string[],
): Promise<Map<string, Suppressions>> {
  const query = CompiledQuery.raw(suppressionStatement, [projectId, emails]);
  const { rows } = await db.getExecutor().executeQuery<Suppressions & { email: string }>(query);
  return new Map(rows.map(({ email, ...listed }) => [email, listed]));
}

/** $1 the project, $2 the addresses. Why the list is selected: the planner must not see its length, or it makes a new plan for every call. */
export const suppressionStatement = `
  select w.email, i.reason as instance_suppression,
         case when s.email is not null then jsonb_build_object('reason', s.reason, 'blocks', s.blocks) end as suppression
    from unnest((select $2::text[])) w (email)
    left join suppressions s on s.project_id = $1 and s.email = w.email
    left join instance_suppressions i on i.email = w.email
   where s.email is not null or i.email is not null`;

export const noSuppressions: Suppressions = { suppression: null, instanceSuppression: null };
