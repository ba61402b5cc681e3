import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Claim, Ending } from '#platform/spool';
import { completeAllIn, postponeAllIn } from '#platform/spool';
import type { EmailId } from '../email.ts';
import type { Step } from './recipes.ts';
import { isRecipe, recipes } from './recipes.ts';
import { simulate } from './simulate.ts';

interface Standing {
  readonly claim: Claim;
  readonly step: Step | undefined;
  readonly next: Step | undefined;
}

/** The next step of each of these test mails, through the code that provider notices take. */
export async function takeSteps(tx: ProjectTx, claims: readonly Claim[]): Promise<Ending> {
  const ours = await standings(tx, claims);
  await simulate(
    tx,
    ours.flatMap(({ claim, step }) => (step ? [{ emailId: claim.id as EmailId, kind: step.kind, link: null }] : [])), // the table's ids are emails
  );
  const going = ours.filter(({ next }) => next);
  await sql`
    update test_outcomes set step = step + 1
     where project_id = ${tx.projectId} and id = any(${going.map(({ claim }) => claim.id)}::uuid[])`.execute(tx.db);
  const waits = new Map(going.map(({ claim, next }) => [claim.id, next?.afterSeconds ?? 0]));
  await postponeAllIn(
    tx,
    going.map(({ claim }) => claim),
    ({ id }) => new Date(tx.now.getTime() + 1_000 * (waits.get(id) ?? 0)),
  );
  await completeAllIn(
    tx,
    ours.filter(({ next }) => !next).map(({ claim }) => claim),
  );
  return 'ended';
}

/** Rows that are still this worker's, locked. */
async function standings(tx: ProjectTx, claims: readonly Claim[]): Promise<Standing[]> {
  const { rows } = await sql<{ id: string; recipe: string; step: number; fence: string }>`
    select id, recipe, step, fence from test_outcomes
     where project_id = ${tx.projectId} and id = any(${claims.map(({ id }) => id)}::uuid[]) order by id for update`.execute(
    tx.db,
  );
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  return rows.flatMap(({ id, recipe, step, fence }) => {
    const claim = byId.get(id);
    if (claim?.fence !== fence) return [];
    const steps: readonly Step[] = isRecipe(recipe) ? recipes[recipe] : [];
    return [{ claim, step: steps[step], next: steps[step + 1] }];
  });
}
