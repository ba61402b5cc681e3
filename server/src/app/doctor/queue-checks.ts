import { sql } from 'kysely';
import { type DoctorCheck, finding } from '#platform/doctor';
import { findWorkerPause } from '#platform/worker-pause';

/** A worker notes this each half minute. */
const maxSilenceSeconds = 120;

export const workerCheck: DoctorCheck = {
  id: 'queue.worker',
  group: 'queue',
  why: 'Without a worker no mail leaves and no task runs.',
  async run(ctx) {
    const silent = await ctx.read(async ({ db }) => {
      const { rows } = await sql<{ seconds: number | null }>`
        select extract(epoch from now() - cron_on)::int as seconds from queue.version`.execute(db);
      return rows[0]?.seconds ?? null;
    });
    const about = finding(this.id, this.why);
    const pause = await findWorkerPause(ctx);
    if (pause) {
      const from = pause.backupAt.toISOString().slice(0, 16).replace('T', ' ');
      return [
        about.fail(`Workers wait: this was restored from a backup of ${from} UTC.`, 'Run: postrider resume-sending'),
      ];
    }
    const action = 'Start one: postrider worker (or postrider all).';
    if (silent === null) return [about.fail('No worker has ever run on this database.', action)];
    const seen = `A worker was last seen ${silent} s ago.`;
    return [silent <= maxSilenceSeconds ? about.pass(seen) : about.fail(seen, action)];
  },
};
