import type { ProjectContext } from '#platform/context';
import { noFacts } from '#platform/transports';
import { retryDelaySeconds } from '#pure/message';
import type { Evidence } from './doubt.ts';
import { resolveDoubt } from './doubt.ts';
import type { Handling } from './handling.ts';
import { endWith } from './handling.ts';
import type { Mail } from './mail.ts';
import type { AttemptEntry, Effect } from './result.ts';
import { writeAttempts } from './write-attempts.ts';

/**
 * A claim found a mail whose last hand-over has no known end: its worker died, or the answer was lost.
 * Answers the mail when it is to be handed over (once more), null when its claim has ended here.
 */
export async function settleDoubt(handling: Handling): Promise<Mail | null> {
  const { ctx, mail, tools } = handling;
  const { phase, attempt } = mail.delivery;
  const entry = phase === 'COMMITTING' ? abandonedEntry(mail) : null;
  const end = (effect: Effect): Promise<null> => endWith(handling, { effect, entry }).then(() => null);
  if (phase === 'COMMITTING') {
    tools.figures.countDoubt();
    const waitSeconds = await doubtSeconds(handling);
    if (waitSeconds > 0) return end({ kind: 'doubt', waitSeconds });
  }
  const resolution = resolveDoubt(mail, await evidenceOf(ctx, mail));
  switch (resolution.kind) {
    case 'sent':
      return end(resolution);
    case 'closed':
      return end({ ...resolution, suppresses: false });
    case 'retry':
      return end({ kind: 'later', afterSeconds: retryDelaySeconds({ attempts: attempt, random: Math.random() }) });
    case 'repeat':
      tools.figures.countRepeat();
      return repeated(handling, entry);
  }
}

/** No time at all for a relay on this machine that is gone with everything it was told; else time for evidence. */
export async function doubtSeconds({ ctx, mail, tools }: Handling): Promise<number> {
  if (mail.isTest || (await tools.isLocalRelayGone())) return 0;
  return ctx.config.DOUBT_WAIT_SECONDS;
}

async function evidenceOf(ctx: ProjectContext, mail: Mail): Promise<Evidence> {
  const row = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('deliveryAttempts')
      .select(['outcome', 'reply'])
      .where('projectId', '=', projectId)
      .where('emailId', '=', mail.id)
      .where('attempt', '=', mail.delivery.attempt)
      .executeTakeFirst(),
  );
  return row ? { outcome: row.outcome as AttemptEntry['outcome'], reply: row.reply } : null; // checked by the table
}

/**
 * Makes the repeat durable before anything leaves, and with it the attempt it repeats: whoever takes the row after a crash
 * knows of both.
 */
async function repeated({ ctx, claim, mail }: Handling, entry: AttemptEntry | null): Promise<Mail | null> {
  const isOurs = await ctx.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('deliveries')
      .set({ phase: null, repeats: mail.delivery.repeats + 1, unknownAt: null, gatedFence: null })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', claim.id)
      .where('fence', '=', claim.fence)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await writeAttempts(tx, [{ claim, mail, entry }]);
    return numUpdatedRows > 0n;
  });
  if (!isOurs) return null;
  return { ...mail, delivery: { ...mail.delivery, phase: null, repeats: mail.delivery.repeats + 1 } };
}

/** The attempt of a worker that is gone, as far as its row tells. */
const abandonedEntry = ({ delivery }: Mail): AttemptEntry => ({
  attempt: delivery.attempt,
  outcome: 'UNKNOWN',
  facts: noFacts('unknown'),
  reasonClass: 'worker-gone',
  reply: null,
  claimedAt: null,
  committingAt: delivery.committingAt,
  bootId: delivery.bootId,
  worker: null,
  mailFrom: null,
  bytes: null,
});
