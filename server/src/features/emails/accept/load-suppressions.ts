import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { AcceptanceFacts } from '../delivery/may-leave.ts';

type Suppressions = Pick<AcceptanceFacts, 'suppression' | 'instanceSuppression'>;

/** The entries for these addresses in the lists of the project and the installation. Addresses without one are left out. */
export async function loadSuppressions(
  { db, projectId }: ProjectReader,
  emails: readonly string[],
): Promise<Map<string, Suppressions>> {
  const { rows } = await sql<Suppressions & { email: string }>`
    select w.email, i.reason as instance_suppression,
           case when s.email is not null then jsonb_build_object('reason', s.reason, 'blocks', s.blocks) end as suppression
      from unnest(${emails}::text[]) w (email)
      left join suppressions s on s.project_id = ${projectId} and s.email = w.email
      left join instance_suppressions i on i.email = w.email
     where s.email is not null or i.email is not null`.execute(db);
  return new Map(rows.map(({ email, ...listed }) => [email, listed]));
}

export const noSuppressions: Suppressions = { suppression: null, instanceSuppression: null };
