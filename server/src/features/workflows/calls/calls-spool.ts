import { on, type ProjectTx } from '#platform/context';
import { defineSpool } from '#platform/spool';
import { CallsMade } from '../steps/insert-calls.ts';
import { failCall } from './fail-call.ts';
import { workCall } from './work-call.ts';

/**
 * Open WEBHOOK steps, due at their next attempt. Slots of their own, so a slow target delays no other step. Their number is that of a
 * process's calls and some that wait for one; what a project may have of them, `workCall` decides.
 */
export const workflowCalls = defineSpool({
  name: 'workflows.calls',
  table: 'workflow_calls',
  lanes: ['call'],
  leaseSeconds: (config) => config.WORKFLOW_LEASE_SECONDS,
  slots: 200,
  share: 5,
  handle: workCall,

  // Workers may have died that often; only a call that fails once more by itself fails its step (D-941).
  async onPoison(ctx, claim) {
    try {
      return await workCall(ctx, claim);
    } catch (error) {
      return failCall(ctx, claim, error);
    }
  },
});

/** Calls that a transaction made are looked at after its commit. */
export const wakeCalls = on(CallsMade, async (tx: ProjectTx) => tx.afterCommit(workflowCalls.wake));
