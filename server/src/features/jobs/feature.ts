import { sql } from 'kysely';
import { every, type ProjectTx, wipePage, wipePages } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { resetType } from './reset-job.ts';
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

/**
 * Deletes errors and records in batches, then the jobs with their files. A running job finds that it is gone and stops. A reset that is
 * under way keeps its own job.
 */
async function wipeJobs(tx: ProjectTx): Promise<boolean> {
  const tables = [
    ['job_errors', 'job_id', 'line'],
    ['job_batches', 'job_id', 'position'],
  ] as const;
  if (await wipePages(tx, tables)) return true;
  return wipePage(tx, ['jobs', 'id'], { where: sql`not (type = ${resetType} and finished_at is null)` });
}
