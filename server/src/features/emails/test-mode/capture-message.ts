import type { ProjectContext, ProjectTx } from '#platform/context';
import { readId } from '#platform/ids';
import type { Consignment, HandOverOutcome } from '#platform/transports';
import { recipeOf } from './recipes.ts';
import { trimInbox } from './trim-inbox.ts';

const refusals = 2;
const apartSeconds = 2;

/** Keeps the message of a test mail for the dev inbox. A repeat changes nothing. */
export async function captureMessage(ctx: ProjectContext, consignment: Consignment): Promise<HandOverOutcome> {
  const { envelope, tags } = consignment;
  if (recipeOf(envelope.to, ctx.config.SANDBOX_DOMAIN) === 'delayed' && tags.attempt <= refusals) {
    const reason = '451 4.7.1 Simulated delay, try again later';
    return { kind: 'deferred', reason, about: 'other', dueInSeconds: apartSeconds };
  }
  await ctx.transaction((tx) => keep(tx, consignment));
  return { kind: 'accepted', transportId: null };
}

async function keep(tx: ProjectTx, { message, envelope, tags }: Consignment): Promise<void> {
  const id = readId(tags.emailId);
  if (!id) throw new Error('a mail has an id');
  await tx.db
    .insertInto('inboxMessages')
    .columns(['projectId', 'id', 'recipient', 'subject', 'size', 'raw', 'receivedAt'])
    .expression((builder) =>
      builder
        .selectFrom('emails')
        .select((row) => [
          'projectId',
          'id',
          row.val(envelope.to).as('recipient'),
          'subject',
          row.val(message.length).as('size'),
          row.val(message).as('raw'),
          row.val(tx.now).as('receivedAt'),
        ])
        .where('projectId', '=', tx.projectId)
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .execute();
  // Why: a few too many do no harm, so one message in 64 asks for the others.
  if (Number.parseInt(id.slice(-2), 16) < 4) await tx.enqueue(trimInbox, {});
}
