import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { signalCaptured } from './captured-signal.ts';
import { outcomes } from './outcomes.ts';
import { recipeOf, recipes } from './recipes.ts';

interface CapturedMail {
  readonly id: string;
  readonly recipient: string;
}

/** Schedules the recipes of captured mails by their recipients; the first step is due when the mail is sent. */
export async function planOutcomes(tx: ProjectTx, mails: readonly CapturedMail[]): Promise<void> {
  if (mails.length > 0) tx.afterCommit(() => signalCaptured(tx.projectId));
  const planned = mails
    .map(({ id, recipient }) => ({ id, recipe: recipeOf(recipient, tx.config.SANDBOX_DOMAIN) }))
    .filter(({ recipe }) => recipes[recipe].length > 0);
  if (planned.length === 0) return;
  await sql`
    insert into test_outcomes (project_id, id, recipe)
    select ${tx.projectId}, id, recipe
      from unnest(${planned.map(({ id }) => id)}::uuid[], ${planned.map(({ recipe }) => recipe)}::text[]) w (id, recipe)
    on conflict (project_id, id) do nothing`.execute(tx.db);
  tx.afterCommit(() => outcomes.wake());
}
