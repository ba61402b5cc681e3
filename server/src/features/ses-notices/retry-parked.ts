import type { InstanceContext } from '#platform/context';
import { every } from '#platform/context';
import { closeParked, lockParked } from './messages.ts';
import { readNotice } from './read-notice.ts';
import { applyNotice, projectOf } from './take-notice.ts';

const most = 500;
const longestMs = 600_000;

/** Tries parked notices again; those whose email has not come within ten minutes are dropped (D-681, F26). */
export const retryParked = every({ minutes: 1 }, 'ses-notices.retry-parked', async (ctx) => {
  const rows = await ctx.read(({ db }) =>
    db
      .selectFrom('snsMessages')
      .select(['id', 'body', 'receivedAt'])
      .where('state', '=', 'PARKED')
      .orderBy('receivedAt')
      .limit(most)
      .execute(),
  );
  for (const row of rows) {
    await retry(ctx, row).catch((error: unknown) => ctx.log.error({ error, messageId: row.id }, 'retry failed'));
  }
});

interface Parked {
  readonly id: string;
  readonly body: string | null;
  readonly receivedAt: Date;
}

async function retry(ctx: InstanceContext, { id, body, receivedAt }: Parked): Promise<void> {
  const read = readNotice(body ?? '', receivedAt);
  if (read.kind !== 'notice') return ctx.transaction((tx) => closeParked(tx, id));
  const projectId = await projectOf(ctx, read.mark);
  const isDone =
    projectId !== null &&
    (await ctx.inProject(projectId).transaction(async (tx) => {
      if (!(await lockParked(tx, id))) return true;
      if (!(await applyNotice(tx, read))) return false;
      await closeParked(tx, id);
      return true;
    }));
  if (!isDone) await dropLate(ctx, id);
}

async function dropLate(ctx: InstanceContext, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const parked = await lockParked(tx, id);
    if (!parked || tx.now.getTime() - parked.receivedAt.getTime() < longestMs) return;
    await closeParked(tx, id);
    ctx.log.warn({ messageId: id }, 'notice of an unknown email dropped');
  });
}
