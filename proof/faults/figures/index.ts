import { type RunningApp, runApp } from '../../../server/src/app/index.ts';
import {
  applyNotices,
  type EmailId,
  findBreakdownDrift,
  findMailDrift,
  type Notice,
} from '../../../server/src/features/emails/index.ts';
import { loadConfig } from '../../../server/src/platform/config/index.ts';
import { type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { throughPooler } from '../../../server/testing/pooler.ts';
import { settingsFor } from '../../instance/instance.ts';
import { type FaultSetup, openFaultSetup } from '../delivery/setup.ts';
import { type FaultRun, randomFrom, sleep } from '../fault-run.ts';

const kinds = ['send', 'delivery', 'open', 'complaint'] as const;

/** I15: late and repeated notices while workers are killed and figures folded. */
export const figureFaults: FaultRun = async ({ isShort, seed, check }) => {
  const rounds = isShort ? 4 : 30;
  const random = randomFrom(seed);
  const setup = await openFaultSetup();
  await withoutPauses(setup);
  const own = { LOG_LEVEL: 'fatal', METRICS_PORT: '0', DATABASE_POOL_SIZE: '6' };
  const config = loadConfig(throughPooler({ ...settingsFor(setup.url), ...own }));
  const app: RunningApp = await runApp(config, { api: false, worker: false });
  const ctx = projectContext(app.services, setup.projectId as ProjectId); // a project that was made
  const noticeOf = (id: string): Notice => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'send';
    const at = new Date(Date.now() - random() * 8 * 3_600_000);
    const emailId = id as EmailId; // an email that was accepted
    return kind === 'complaint' ? { emailId, at, kind, feedbackType: null } : { emailId, at, kind };
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const ids = await setup.accept(120);
      const worker = await setup.worker();
      const storm = Array.from({ length: 8 }, async () => {
        await sleep(2 * random()); // so that some of its mails have left
        const some = ids.filter(() => random() < 0.3).map(noticeOf);
        await ctx.transaction((tx) => applyNotices(tx, some));
        await ctx.transaction((tx) => applyNotices(tx, some));
      });
      await sleep(2 * random());
      worker.child.kill('SIGKILL');
      setup.crashes += 1;
      await Promise.all(storm);
      await setup.client.query('select fold_mail_figures(5000), fold_mail_breakdowns(5000)');
      if (round % 3 === 1) {
        await setup.client.query(`update emails set created_at = created_at - interval '2 hours' where random() < 0.3`);
      }
    }
    check('nothing is under way', await setup.heal(), await underWay(setup));
    const drift = await ctx.read((reader) => findMailDrift(reader));
    check('figures are what the rows say (I15)', drift.length === 0, drift.slice(0, 5));
    const apart = await ctx.read((reader) => findBreakdownDrift(reader));
    check('breakdowns are what figures and rows say (I15)', apart.length === 0, apart.slice(0, 5));
    const { rows } = await setup.client.query(`
      select (select count(*)::int from emails) as mails, (select sum(accepted)::int from mail_figures) as counted,
             (select sum(sent)::int from mail_figures) as sent`);
    check('every mail is counted', rows[0].mails === rows[0].counted, rows[0]);
    check('every mail was sent', rows[0].mails === rows[0].sent, rows[0]);
  } finally {
    await app.stop();
    await setup.close();
  }
};

/**
 * A quarter of the notices are complaints. Those of a project that is old and sends this much do not pause its mail; of a new
 * one five in a day hold all of it, and how many mails leave before a worker is killed depends on the machine.
 */
async function withoutPauses({ client, projectId }: FaultSetup): Promise<void> {
  await client.query(`update projects set created_at = now() - interval '40 days' where id = $1`, [projectId]);
  await client.query(
    `insert into reputation_counts (project_id, round, hour, scope, target_id, slot, sent, bounces, complaints)
     values ($1, 0, date_trunc('hour', now()), 'project', $1, 0, 100000000, 0, 0)`,
    [projectId],
  );
}

/** What is left of the deliveries, and why it waits. */
async function underWay({ client }: FaultSetup): Promise<unknown> {
  const { rows } = await client.query(
    'select phase, hold_reason, count(*)::int as mails from deliveries group by phase, hold_reason order by mails desc limit 10',
  );
  return rows;
}
