import type { InstanceContext } from '#platform/context';
import { sha256 } from '#platform/crypto';
import type { LocalApi, LocalReply } from '#platform/http';
import { BadIdempotencyKey, findKeyUse } from '#platform/idempotency';
import type { MailReader } from '#platform/mail-reader';
import { smtpRefusal } from '#platform/smtp';
import type { Submission } from '#pure/submitted-mail';
import { errorOf, refusalOf } from './smtp-reply.ts';
import type { Submitter } from './submitter.ts';

interface AcceptTools {
  readonly api: LocalApi;
  readonly reader: MailReader;
}

const path = '/v1/send';

/** Sends a mail as `POST /v1/send` does, through the same path. Returns the text of the reply once everything is committed. */
export async function acceptMail(
  ctx: InstanceContext,
  { api, reader }: AcceptTools,
  submitter: Submitter,
  submission: Submission,
): Promise<string> {
  const reading = await reader.read(submitter.projectId, submission);
  if (reading.kind === 'unreadable') throw smtpRefusal(554, '5.6.0', reading.message);
  const { body, idempotencyKeys } = reading;
  const idempotencyKey = keyOf(idempotencyKeys);
  const { secretKey, clientAddress } = submitter;
  const reply = await api.post({ path, secretKey, idempotencyKey, body, clientAddress, userAgent: 'SMTP' });
  if (reply.status === 200) return accepted(reply.requestId);
  if (idempotencyKey !== null && (await isRepeat(ctx, submitter, reply, { idempotencyKey, body }))) {
    return '2.0.0 This mail was accepted before';
  }
  throw refusalOf(reply);
}

const accepted = (requestId: string): string => `2.0.0 Accepted as ${requestId}`;

/** Why checked here, too: a header of HTTP cannot carry every character. */
function keyOf(sent: readonly string[]): string | null {
  const [key, ...more] = sent;
  if (key === undefined) return null;
  if (more.length > 0 || !/^[\x20-\x7e]+$/.test(key)) throw smtpRefusal(550, '5.6.0', BadIdempotencyKey().text.message);
  return key;
}

/**
 * Whether the key was used by this very mail, whose acceptance the client did not learn of. Why it is no refusal here: a mail server
 * would return the mail to its sender as failed.
 */
async function isRepeat(
  ctx: InstanceContext,
  { projectId }: Submitter,
  reply: LocalReply,
  { idempotencyKey, body }: { readonly idempotencyKey: string; readonly body: Uint8Array },
): Promise<boolean> {
  if (errorOf(reply).code !== 'IDEMPOTENCY_KEY_REUSED') return false;
  const use = await ctx.inProject(projectId).read((read) => findKeyUse(read, '', idempotencyKey));
  return use?.statusCode === 200 && use.request === `POST ${path}` && use.requestHash.equals(sha256(body));
}
