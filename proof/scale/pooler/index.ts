import { adminUrl } from '../../../server/testing/database.ts';
import { otherVersion, poolerVariables } from '../../../server/testing/pooler.ts';
import { inOwnCluster } from '../../faults/delivery/own-cluster.ts';
import type { Check, FaultRun } from '../../faults/fault-run.ts';
import { checkSessions } from './check-sessions.ts';
import { runSuite, type Suite } from './run-suite.ts';
import { type PgBouncer, startPgBouncer, versionOfPgBouncer } from './start-pgbouncer.ts';
import { transactionsOf, watchConnections } from './watch-connections.ts';

const faults = (...args: string[]): Suite => ({
  name: `faults ${args.join(' ')}`,
  program: 'proof/faults/run.ts',
  args,
});
const spec = (...args: string[]): Suite => ({ name: ['spec', ...args].join(' '), program: 'e2e/spec/run.ts', args });

/** Each list one after the other, the lists beside each other. */
const shortSuites: readonly (readonly Suite[])[] = [
  [faults('delivery', '--short')],
  [faults('rate-limit', '--short'), faults('idempotency', '--short'), spec('/v1/send', '/contacts')],
];
const allSuites: readonly (readonly Suite[])[] = [
  [
    spec(),
    { name: 'browser short', program: 'e2e/browser/run.ts', args: ['short'] },
    faults('short'),
    { name: 'hostile short', program: 'proof/hostile/run.ts', args: ['short'] },
  ],
];

/** What the product opens past the pooler, and older versions of it. */
const mayBeDirect = new Set([
  'postrider-wake',
  'postrider-changes',
  'postrider-migrate',
  'postrider-doctor',
  otherVersion,
]);

/** The suites with every process of the product behind PgBouncer in transaction mode, on a PostgreSQL of this run alone. */
export const poolerRun: FaultRun = async ({ isShort, check }) => {
  console.log(`${await versionOfPgBouncer()}, transaction mode, files of docs/operating/pooler.md`);
  await inOwnCluster(async () => {
    const pgbouncer = await startPgBouncer(adminUrl());
    const variables = poolerVariables(pgbouncer.url, adminUrl());
    Object.assign(process.env, variables);
    try {
      await checkSessions(pgbouncer, check);
      await runSuites(pgbouncer, isShort ? shortSuites : allSuites, variables, check);
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
      await pgbouncer.stop();
    }
  });
};

async function runSuites(
  pgbouncer: PgBouncer,
  suites: readonly (readonly Suite[])[],
  variables: Record<string, string>,
  check: Check,
): Promise<void> {
  const before = await transactionsOf(pgbouncer);
  const endWatch = await watchConnections(pgbouncer, adminUrl());
  await Promise.all(
    suites.map(async (list) => {
      for (const suite of list) await runSuite(suite, variables, check);
    }),
  );
  const { direct, ...figures } = await endWatch();
  const transactions = (await transactionsOf(pgbouncer)) - before;
  check('the suites went through the pooler', transactions > 10_000 && figures.looks > 0, { transactions, ...figures });
  check(
    'past the pooler went only what listens and migrates, and other versions',
    Object.keys(direct).every((name) => mayBeDirect.has(name)),
    direct,
  );
}
