import { defineSpool } from '#platform/spool';
import { workSchedule } from './work-schedule.ts';

/** Workflows with a schedule: one row each, due at the next time, or while contacts enter for one. */
export const workflowSchedules = defineSpool({
  name: 'workflows.schedules',
  table: 'workflow_schedules',
  lanes: ['run'],
  leaseSeconds: 30,
  slots: 4,
  share: 1,
  handle: workSchedule,
  // One that fails five times is tried again every ten minutes: contacts who have not entered yet still do.
  async onPoison(ctx, claim) {
    ctx.log.error({ workflowId: claim.id }, 'contacts cannot enter a workflow by its schedule');
    return { afterSeconds: 600 };
  },
});
