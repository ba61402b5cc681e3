import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { completeIn, defineSpool, postponeIn, startSpools } from '../../../server/src/platform/spool/index.ts';
import { openSetup, parcels, recordEffect } from '../../../server/testing/spool-setup.ts';

/** One worker process of the fault run. It notes what it believes to have done, line by line, at once. */
const { values } = parseArgs({
  options: { url: { type: 'string' }, notes: { type: 'string' }, lease: { type: 'string' } },
});
const { url = '', notes = '', lease = '' } = values;
const leaseSeconds = Number(lease);
const note = (...words: string[]): void => appendFileSync(notes, `${words.join(' ')}\n`);
const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

const { services, close } = await openSetup(url, {
  DATABASE_POOL_SIZE: '4',
  LOG_LEVEL: 'fatal',
  SHUTDOWN_SECONDS: '20',
});

const spool = defineSpool({
  name: 'faults.parcels',
  table: parcels,
  lanes: ['transaction', 'batch'],
  leaseSeconds,
  slots: 20,
  async handle(ctx, claim) {
    // Most rows are quick; one in a hundred takes longer than its lease and needs renewals.
    await sleep(Math.random() < 0.01 ? leaseSeconds * 1.5 : Math.random() * 0.2);
    if (claim.lane === 'batch') return 'done';
    if (Math.random() < 0.1) {
      const isAccepted = await ctx.transaction((tx) => postponeIn(tx, claim, new Date(Date.now() + 200)));
      note(isAccepted ? 'postponed' : 'refused', claim.id, claim.fence);
      return 'ended';
    }
    const isAccepted = await ctx.transaction(async (tx) => {
      if (!(await completeIn(tx, claim))) return false;
      await recordEffect(tx, claim);
      return true;
    });
    note(isAccepted ? 'accepted' : 'refused', claim.id, claim.fence);
    return 'ended';
  },
  async onPoison(_ctx, claim) {
    note('poison', claim.id, claim.fence);
    return 'released';
  },
});

const spools = startSpools(services, [spool]);
process.on('SIGTERM', () => {
  spools
    .stop()
    .then(close)
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
process.send?.('ready');
