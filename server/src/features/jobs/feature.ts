import { sql } from 'kysely';
import { every, type ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { restartLostJobs } from './restart-lost-jobs.ts';
import * as routes from './routes.ts';

const batch = 5_000;

export const jobs = defineFeature({
  name: 'jobs',
  routes: Object.values(routes),
  schedules: [
    restartLostJobs,
    every({ minutes: 10 }, 'clean-jobs', async (ctx) => {
      for (let removed = batch; removed > 0; ) {
        const [row] = await ctx.dispatch<{ clean_jobs: string }>('clean_jobs', [batch]);
        removed = Number(row?.clean_jobs ?? 0);
      }
    }),
  ],
  wipe: wipeJobs,
});

/** Deletes errors in batches, then the jobs with their files and records. A running job finds that it is gone and stops. */
async function wipeJobs(tx: ProjectTx): Promise<boolean> {
  const { rows } = await sql<{ gone: string }>`
    with page as (select job_id, line from job_errors where project_id = ${tx.projectId} limit ${batch}),
    gone as (delete from job_errors e using page
              where e.project_id = ${tx.projectId} and e.job_id = page.job_id and e.line = page.line returning 1)
    select count(*) as gone from gone`.execute(tx.db);
  if (Number(rows[0]?.gone ?? 0) > 0) return true;
  await tx.db.deleteFrom('jobs').where('projectId', '=', tx.projectId).execute();
  return false;
}
