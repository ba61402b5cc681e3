import { sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { readId } from '#platform/ids';
import type { HandOverOutcome, OutgoingMessage } from '#platform/transports';
import { cutFiles, type FileBytes } from './cut-files.ts';
import { recipeOf } from './recipes.ts';
import { trimInbox } from './trim-inbox.ts';

const simulatedRefusals = 2;
const retrySeconds = 2;

/** Stores the message of a test mail for the dev inbox. A repeat changes nothing. */
export async function captureMessage(ctx: ProjectContext, outgoing: OutgoingMessage): Promise<HandOverOutcome> {
  const { envelope, tags } = outgoing;
  if (recipeOf(envelope.to, ctx.config.SANDBOX_DOMAIN) === 'delayed' && tags.attempt <= simulatedRefusals) {
    const reason = '451 4.7.1 Simulated delay, try again later';
    return { kind: 'deferred', reason, about: 'other', dueInSeconds: retrySeconds };
  }
  const kept = await withoutFiles(ctx, outgoing);
  await ctx.transaction((tx) => storeMessage(tx, outgoing, kept));
  return { kind: 'accepted', transportId: null };
}

const largeBytes = 256 * 1_024;

/** Large files are stored once, when the mail is accepted, and not again for each recipient. */
async function withoutFiles(
  ctx: ProjectContext,
  { message, tags }: OutgoingMessage,
): Promise<ReturnType<typeof cutFiles>> {
  if (message.length < largeBytes) return { kept: message, cuts: [] };
  const files = await ctx.read(async ({ db, projectId }) => {
    const { rows } = await sql<FileBytes>`
      select f.id as blob, f.content from email_attachments f
       where f.project_id = ${projectId} and f.size >= 65536 and f.id = any (
         select distinct (entry ->> 'blob')::uuid from email_contents c, jsonb_array_elements(c.attachments) entry
          where c.project_id = ${projectId} and c.id = ${idOf(tags)})`.execute(db);
    return rows;
  });
  return cutFiles(message, files);
}

function idOf({ emailId }: OutgoingMessage['tags']): string {
  const id = readId(emailId);
  if (!id) throw new Error('a mail has an id');
  return id;
}

async function storeMessage(
  tx: ProjectTx,
  { message, envelope, tags, subject = null }: OutgoingMessage,
  { kept, cuts }: ReturnType<typeof cutFiles>,
): Promise<void> {
  const id = idOf(tags);
  await tx.db
    .insertInto('inboxMessages')
    .columns(['projectId', 'id', 'recipient', 'subject', 'size', 'raw', 'receivedAt', 'cuts', 'keptBytes'])
    .expression((builder) =>
      builder
        .selectFrom('emails')
        .select((row) => [
          'projectId',
          'id',
          row.val(envelope.to).as('recipient'),
          row.fn.coalesce('subject', row.val(subject)).as('subject'), // of a shared text it is known here alone
          row.val(message.length).as('size'),
          row.val(kept).as('raw'),
          row.val(tx.now).as('receivedAt'),
          row.val(cuts.length > 0 ? JSON.stringify(cuts) : null).as('cuts'),
          row.val(kept.length).as('keptBytes'),
        ])
        .where('projectId', '=', tx.projectId)
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['projectId', 'id']).doNothing())
    .execute();
  // Why: a few messages above the limit do no harm, so one message in 64 starts the trimming, and every large one.
  if (Number.parseInt(id.slice(-2), 16) < 4 || kept.length > largeBytes) await tx.enqueue(trimInbox, {});
}
