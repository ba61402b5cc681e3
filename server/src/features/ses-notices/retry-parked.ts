import { every, type InstanceContext, type ProjectId } from '#platform/context';
import { isProjectClosed } from '#platform/db';
import { applyNotice, findProjectOf } from './handle-notice.ts';
import { closeParked, lockParked } from './messages.ts';
import { type ParsedNotice, readNotice } from './read-notice.ts';

const max = 500;
const maxAgeMs = 600_000;

/** Tries parked notices again; those whose email is not found within ten minutes are dropped (D-681, F26). */
export const retryParked = every({ minutes: 1 }, 'ses-notices.retry-parked', async (ctx) => {
  const rows = await ctx.read(({ db }) =>
    db
      .selectFrom('snsMessages')
      .select(['id', 'body', 'receivedAt'])
      .where('state', '=', 'PARKED')
      .orderBy('receivedAt')
      .limit(max)
      .execute(),
  );
  for (const row of rows) {
    await retry(ctx, row).catch((error: unknown) => ctx.log.error({ error, messageId: row.id }, 'retry failed'));
  }
});

interface ParkedMessage {
  readonly id: string;
  readonly body: string | null;
  readonly receivedAt: Date;
}

async function retry(ctx: InstanceContext, { id, body, receivedAt }: ParkedMessage): Promise<void> {
  const parsed = readNotice(body ?? '', receivedAt);
  if (parsed.kind !== 'notice') return ctx.transaction((tx) => closeParked(tx, id));
  const projectId = await findProjectOf(ctx, parsed.reference);
  const isDone = projectId !== null && (await applyParked(ctx, projectId, id, parsed));
  if (!isDone) await dropLate(ctx, id);
}

const applyParked = (ctx: InstanceContext, projectId: ProjectId, id: string, parsed: ParsedNotice): Promise<boolean> =>
  ctx
    .inProject(projectId)
    .transaction(async (tx) => {
      if (!(await lockParked(tx, id))) return true;
      if (!(await applyNotice(tx, parsed))) return false;
      await closeParked(tx, id);
      return true;
    })
    .catch((error: unknown) => {
      if (!isProjectClosed(error)) throw error;
      return false;
    });

async function dropLate(ctx: InstanceContext, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const parked = await lockParked(tx, id);
    if (!parked || tx.now.getTime() - parked.receivedAt.getTime() < maxAgeMs) return;
    await closeParked(tx, id);
    ctx.log.warn({ messageId: id }, 'notice of an unknown email dropped');
  });
}
