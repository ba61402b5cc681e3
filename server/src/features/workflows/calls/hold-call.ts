import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { Claim, ClaimEnding } from '#platform/spool';

/** A disabled project's due calls wait, without being looked at, until it is enabled again (D-928). */
export async function holdCall(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding> {
  await ctx.transaction(async ({ db, projectId }) => {
    await sql`
      update workflow_calls set due_at = 'infinity', lease_until = null, fence = null, claims = 0
       where project_id = ${projectId} and id = ${claim.id} and fence = ${claim.fence}`.execute(db);
  });
  return 'ended';
}
