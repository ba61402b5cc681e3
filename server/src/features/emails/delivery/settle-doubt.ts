import type { ProjectContext } from '#platform/context';
import { noFacts } from '#platform/transports';
import { retryDelaySeconds } from '#pure/message';
import { storeChannels } from './channel.ts';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import { doubtSeconds, type Evidence, resolveDoubt } from './doubt.ts';
import type { Mail } from './mail.ts';
import type { AttemptEntry, ResultEffect } from './result.ts';
import { writeAttempts } from './write-attempts.ts';

/**
 * Handles a claimed mail whose last hand-over has no known result: its worker died, or the answer was lost.
 * Returns the mail when it is to be handed over (again), null when its claim has ended here.
 */
export async function settleDoubt(claimed: ClaimedMail): Promise<Mail | null> {
  const { ctx, mail, tools } = claimed;
  const { phase, attempt } = mail.delivery;
  const entry = phase === 'COMMITTING' ? abandonedEntry(mail) : null;
  const end = (effect: ResultEffect): Promise<null> => endClaim(claimed, effect, { entry }).then(() => null);
  if (phase === 'COMMITTING') {
    tools.metrics.countDoubt();
    const afterSeconds = await doubtSeconds(claimed);
    if (afterSeconds > 0) return end({ kind: 'doubt', afterSeconds });
  }
  const resolution = resolveDoubt(mail, await loadEvidence(ctx, mail));
  switch (resolution.kind) {
    case 'sent':
    case 'closed':
      return end(resolution);
    case 'retry':
      return end({ kind: 'later', afterSeconds: retryDelaySeconds({ attempts: attempt, random: Math.random() }) });
    case 'repeat':
      tools.metrics.countRepeat();
      return startRepeat(claimed, entry);
  }
}

async function loadEvidence(ctx: ProjectContext, mail: Mail): Promise<Evidence> {
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
 * Makes the repeat durable before anything leaves, and with it the attempt it repeats: a worker that claims the row after a
 * crash sees both.
 */
async function startRepeat({ ctx, claim, mail }: ClaimedMail, entry: AttemptEntry | null): Promise<Mail | null> {
  await storeChannels(ctx, [{ claim, mail, entry }]);
  const isOurs = await ctx.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('deliveries')
      .set({ phase: null, repeats: mail.delivery.repeats + 1, unknownAt: null, gatedFence: null })
      .where('projectId', '=', tx.projectId)
      .where('id', '=', claim.id)
      .where('fence', '=', claim.fence)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) writeAttempts(tx, [{ claim, mail, entry }]);
    return numUpdatedRows > 0n;
  });
  if (!isOurs) return null;
  return { ...mail, delivery: { ...mail.delivery, phase: null, repeats: mail.delivery.repeats + 1 } };
}

/** The attempt of a worker that is gone, from what its row contains. */
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
  envelope: null,
  bytes: null,
});
