import type { ProjectContext } from '#platform/context';
import { readId } from '#platform/ids';
import type { Consignment, HandOverOutcome } from '#platform/transports';

/** Keeps the message of a test mail for the dev inbox. A repeat changes nothing. */
export async function captureMessage(
  ctx: ProjectContext,
  { message, envelope, tags }: Consignment,
): Promise<HandOverOutcome> {
  const id = readId(tags.emailId);
  if (!id) throw new Error('a mail has an id');
  await ctx.transaction(({ db, projectId, now }) =>
    db
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
            row.val(now).as('receivedAt'),
          ])
          .where('projectId', '=', projectId)
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
      .execute(),
  );
  return { kind: 'accepted', transportId: null };
}
