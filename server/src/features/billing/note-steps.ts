import { sql } from 'kysely';
import { listTeamLeaders } from '#features/projects';
import type { ProjectTx } from '#platform/context';
import type { OpenUsage } from './open-usage.ts';
import { sendNotice } from './send-notice.ts';
import { isReached, steps } from './step.ts';

interface CapUsage extends OpenUsage {
  readonly cap: number;
  readonly used: number;
  /** The last step that is noted already, or 0. */
  readonly notedPercent: number;
}

/**
 * Notes the steps that are reached, once in a period, and mails about the last of them. The caller is the only one who counts
 * against this cap now.
 */
export async function noteSteps(tx: ProjectTx, usage: CapUsage): Promise<void> {
  const { category, periodStart, periodEnd, cap, used, notedPercent } = usage;
  const reached = steps.filter((percent) => percent > notedPercent && isReached(percent, usage));
  const percent = reached.at(-1);
  if (percent === undefined) return;
  await sql`
    insert into billing_notices (project_id, category, period_start, percent, cap, used, resets_at, reached_at)
    select ${tx.projectId}, ${category}, ${periodStart}, w.percent, ${cap}, ${used}, ${periodEnd}, ${tx.now}
      from unnest(${reached}::smallint[]) w (percent)`.execute(tx.db);
  // One task for each person: a failed mail is repeated to that person only.
  for (const { userId } of await listTeamLeaders(tx, tx.projectId)) {
    await tx.enqueue(sendNotice, { projectId: tx.projectId, userId, category, percent });
  }
}
