import { sql } from 'kysely';
import { every } from '#platform/context';

const maxKept = 1_000;
const batch = 5_000;

/**
 * Ids are remembered for longer than a message may be old; what was not understood stays a week, a thousand at most.
 * Nothing depends on when it runs.
 */
export const forgetMessages = every({ minutes: 10 }, 'ses-notices.forget', async (ctx) => {
  for (let gone = batch; gone >= batch; ) {
    gone = await ctx.transaction(async ({ db }) => {
      const { numAffectedRows } = await sql`
        delete from sns_messages where id in (
          (select id from sns_messages where state = 'DONE' and received_at < now() - interval '3 hours' limit ${batch})
          union all
          (select id from sns_messages where state = 'KEPT' and received_at < now() - interval '7 days' limit ${batch})
          union all
          (select id from sns_messages where state = 'KEPT' order by received_at desc offset ${maxKept} limit ${batch}))`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0);
    });
  }
});
