import { sql } from 'kysely';
import { z } from 'zod';
import { defineInstanceTask, every } from '#platform/context';
import { absoluteSeconds, idleSince } from './session.ts';

const batch = 5_000;
const keptSeconds = absoluteSeconds;

/** Removes dead sessions and old links, a batch at a time. Nothing depends on when it runs; a second run finds less. */
export const forgetExpired = defineInstanceTask({
  name: 'accounts.forget-expired',
  payload: z.object({}),
  isMerged: true,

  async run(ctx) {
    const isFull = await ctx.transaction(async (tx) => {
      const sessions = await sql`
        delete from sessions where id in
          (select id from sessions where expires_at < ${tx.now} or last_seen_at < ${idleSince(tx.now)} limit ${batch})`.execute(
        tx.db,
      );
      const before = new Date(tx.now.getTime() - keptSeconds * 1_000);
      const tokens = await sql`
        delete from account_tokens where id in
          (select id from account_tokens where expires_at < ${before} limit ${batch})`.execute(tx.db);
      return [sessions, tokens].some(({ numAffectedRows }) => Number(numAffectedRows) >= batch);
    });
    if (isFull) await ctx.transaction((tx) => tx.enqueue(forgetExpired, {}));
  },
});

export const forgetExpiredRegularly = every({ minutes: 30 }, 'accounts.forget-expired', (ctx) =>
  ctx.transaction((tx) => tx.enqueue(forgetExpired, {})),
);
