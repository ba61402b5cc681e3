import { z } from 'zod';
import { defineTask } from '#platform/context';
import { removeRows } from './remove-rows.ts';

/**
 * Removes what the executions of a deleted workflow have left, in portions of one transaction each. A second run finds nothing, or what
 * transactions that were under way have left.
 */
export const removeWorkflow = defineTask({
  name: 'workflows.remove',
  payload: z.object({ workflowId: z.uuid() }),
  priority: 'bulk',
  perProject: 1,
  async run(ctx, { workflowId }) {
    while (await ctx.transaction((tx) => removeRows(tx, workflowId)));
  },
});
