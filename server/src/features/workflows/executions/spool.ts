import { defineSpool } from '#platform/spool';
import { failExecution } from './fail-execution.ts';
import { workExecutions } from './work-executions.ts';

/** Active executions: due now, at the end of a delay or at a time-out. */
export const executionsSpool = defineSpool({
  name: 'workflows.executions',
  table: 'executions',
  lanes: ['run'],
  leaseSeconds: (config) => config.WORKFLOW_LEASE_SECONDS,
  slots: 600,
  share: 150,
  batches: 3,

  async handleBatch(ctx, claims) {
    const goesOn = await workExecutions(ctx, claims);
    if (goesOn) executionsSpool.wake();
    return 'ended';
  },

  // Workers may have died that often; only an execution that fails once more by itself fails its step (D-941).
  async onPoison(ctx, claim) {
    try {
      const goesOn = await workExecutions(ctx, [claim]);
      if (goesOn) executionsSpool.wake();
    } catch (error) {
      await failExecution(ctx, claim, error);
    }
    return 'ended';
  },
});
