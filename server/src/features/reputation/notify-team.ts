import { z } from 'zod';
import { defineTask } from '#platform/context';
import { claimNotice } from './claim-notice.ts';
import { sendNotice } from './send-notice.ts';

/** Collects the lines crossed since and notifies the owners and admins of the most severe. A second run finds none. */
export const notifyTeam = defineTask({
  name: 'reputation.tell-team',
  payload: z.object({}),
  isMerged: true,
  run: (ctx) =>
    ctx.transaction(async (tx) => {
      const claimed = await claimNotice(tx);
      if (!claimed) return;
      const { metric, line } = claimed.notice;
      // One task for each person: a failed mail is repeated to that person only.
      for (const userId of claimed.userIds) {
        await tx.enqueue(sendNotice, { projectId: tx.projectId, userId, metric, line });
      }
    }),
});
