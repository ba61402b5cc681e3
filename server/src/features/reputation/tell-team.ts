import { z } from 'zod';
import { defineTask } from '#platform/context';
import { sendNotice } from './send-notice.ts';
import { takeNotice } from './take-notice.ts';

/** Gathers the lines that were crossed since and tells the owners and admins of the gravest. Run twice, it finds none. */
export const tellTeam = defineTask({
  name: 'reputation.tell-team',
  payload: z.object({}),
  isMerged: true,
  run: (ctx) =>
    ctx.transaction(async (tx) => {
      const taken = await takeNotice(tx);
      if (!taken) return;
      const { metric, line } = taken.notice;
      // One task for each person: a mail that fails is repeated to nobody else.
      for (const userId of taken.userIds) {
        await tx.enqueue(sendNotice, { projectId: tx.projectId, userId, metric, line });
      }
    }),
});
