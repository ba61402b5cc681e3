import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { SuppressionReason } from '../email.ts';
import type { Suppression } from './decide.ts';

interface Row extends Suppression {
  readonly email: string;
  readonly reason: SuppressionReason;
}

/** What the project's list and the installation's say about these addresses; the project's word first. */
export async function suppressionsOf(
  { db, projectId }: ProjectReader,
  emails: readonly string[],
): Promise<Map<string, Suppression[]>> {
  const { rows } = await sql<Row>`
    select w.email, s.reason, s.blocks
      from unnest(${emails}::text[]) w (email) join suppressions s on s.project_id = ${projectId} and s.email = w.email
    union all
    select w.email, i.reason, 'ALL'
      from unnest(${emails}::text[]) w (email) join instance_suppressions i on i.email = w.email`.execute(db);
  return Map.groupBy(rows, ({ email }) => email);
}
