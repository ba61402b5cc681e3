import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { type Claim, type ClaimEnding, completeAllIn, postponeAllIn } from '#platform/spool';
import type { EmailId } from '../email.ts';
import { isRecipe, type RecipeStep, recipes } from './recipes.ts';
import { simulate } from './simulate.ts';

interface ClaimedStep {
  readonly claim: Claim;
  readonly step: RecipeStep | undefined;
  readonly next: RecipeStep | undefined;
}

/** Takes the next step of each of these test mails, through the same code as provider notices. */
export async function takeSteps(tx: ProjectTx, claims: readonly Claim[]): Promise<ClaimEnding> {
  const claimed = await lockSteps(tx, claims);
  await simulate(
    tx,
    claimed.flatMap(({ claim, step }) => (step ? [{ emailId: claim.id as EmailId, kind: step.kind, link: null }] : [])), // the table's ids are emails
  );
  const continuing = claimed.filter(({ next }) => next);
  await sql`
    update test_outcomes set step = step + 1
     where project_id = ${tx.projectId} and id = any(${continuing.map(({ claim }) => claim.id)}::uuid[])`.execute(
    tx.db,
  );
  const waits = new Map(continuing.map(({ claim, next }) => [claim.id, next?.afterSeconds ?? 0]));
  await postponeAllIn(
    tx,
    continuing.map(({ claim }) => claim),
    ({ id }) => new Date(tx.now.getTime() + 1_000 * (waits.get(id) ?? 0)),
  );
  await completeAllIn(
    tx,
    claimed.filter(({ next }) => !next).map(({ claim }) => claim),
  );
  return 'ended';
}

/** The current steps of rows whose claim still holds; locks the rows. */
async function lockSteps(tx: ProjectTx, claims: readonly Claim[]): Promise<ClaimedStep[]> {
  const { rows } = await sql<{ id: string; recipe: string; step: number; fence: string }>`
    select id, recipe, step, fence from test_outcomes
     where project_id = ${tx.projectId} and id = any(${claims.map(({ id }) => id)}::uuid[]) order by id for update`.execute(
    tx.db,
  );
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return rows.flatMap(({ id, recipe, step, fence }) => {
    const claim = byId.get(id);
    if (claim?.fence !== fence) return [];
    const steps: readonly RecipeStep[] = isRecipe(recipe) ? recipes[recipe] : [];
    return [{ claim, step: steps[step], next: steps[step + 1] }];
  });
}
