import { defineSpool } from '#platform/spool';
import { takeSteps } from './take-steps.ts';

/** Test mails with steps of their recipe left. A row is deleted with its last step, so a restart loses none. */
export const outcomes = defineSpool({
  name: 'emails.outcomes',
  table: 'test_outcomes',
  lanes: ['test'],
  leaseSeconds: 30,
  longestPauseMs: 500,
  slots: 100,
  share: 50,
  batches: 1,
  handleBatch: (ctx, claims) => ctx.transaction((tx) => takeSteps(tx, claims)),
  async onPoison(ctx, claim) {
    ctx.log.error({ emailId: claim.id }, 'the outcome of a test mail cannot be told');
    return 'done';
  },
});
