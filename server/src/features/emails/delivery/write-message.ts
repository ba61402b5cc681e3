import type { ProjectContext } from '#platform/context';
import { type Attachment, finishMessage, type MessageParts } from '#platform/message';
import type { Transport } from '#platform/transports';
import { type TrackedMail, trackHtml } from '../links/track-html.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import type { Mail, StoredAttachment } from './mail.ts';

/** The stored content does not exist (any more): nothing can be sent. */
export class ContentMissing extends Error {
  override readonly name = 'ContentMissing';
}

/** The approximate size of the message, for the worker's byte budget. */
export function sizeOf({ content }: Mail): number {
  const files = (content?.attachments ?? []).reduce((sum, { size }) => sum + size, 0);
  return 2_000 + Math.ceil(1.4 * files) + 2 * ((content?.html?.length ?? 0) + (content?.text?.length ?? 0));
}

interface MessageInput extends Omit<ClaimedMail, 'claim'> {
  readonly transport: Pick<Transport, 'signs'>;
}

/** The message for one transport, from stored content; the same bytes at every attempt. */
export async function writeMessage({ ctx, mail, tools, transport }: MessageInput): Promise<Buffer> {
  const parts = partsOf(mail, await loadAttachments(ctx, mail), ctx.config.ENVIRONMENT === 'test');
  const html = parts.html && trackHtml(ctx.config, trackedMail(ctx, mail), parts.html);
  // Only the sandbox, whose mail never leaves, has no key.
  const isSigned = !transport.signs && mail.facts.domain !== 'sandbox';
  const key = isSigned ? await tools.keys.keyFor(ctx, mail.senderDomain) : null;
  return finishMessage({ ...parts, html }, key);
}

const trackedMail = ({ projectId }: ProjectContext, { id, content, project, trackingHost }: Mail): TrackedMail => ({
  projectId,
  handle: project.handle,
  emailId: id,
  tracksOpens: content?.tracksOpens ?? false,
  tracksClicks: content?.tracksClicks ?? false,
  trackingHost,
});

function partsOf(mail: Mail, attachments: readonly Attachment[], showsAttempt: boolean): MessageParts {
  const { content, delivery } = mail;
  if (!content || (content.html === null && content.text === null)) throw new ContentMissing('nothing to send');
  return {
    emailId: mail.id,
    createdAt: mail.createdAt,
    from: { address: mail.fromEmail, name: mail.fromName },
    to: { address: mail.recipient, name: mail.recipientName },
    replyTo: mail.replyTo,
    subject: mail.subject ?? '',
    html: content.html,
    text: content.text,
    headers: content.headers,
    unsubscribeUrl: mail.type === 'TRANSACTIONAL' ? null : content.unsubscribeUrl,
    attachments,
    ...(showsAttempt ? { ownHeaders: { 'X-Postrider-Attempt': String(delivery.attempt + 1) } } : {}),
  };
}

async function loadAttachments(ctx: ProjectContext, { content }: Mail): Promise<Attachment[]> {
  const stored: readonly StoredAttachment[] = content?.attachments ?? [];
  if (stored.length === 0) return [];
  const blobs = await ctx.read(({ db, projectId }) =>
    db
      .selectFrom('emailAttachments')
      .select(['id', 'content'])
      .where('projectId', '=', projectId)
      .where('id', 'in', [...new Set(stored.map(({ blob }) => blob))])
      .execute(),
  );
  const byId = new Map(blobs.map((blob) => [blob.id, blob.content]));
  return stored.map(({ blob, ...rest }) => {
    const bytes = byId.get(blob);
    if (!bytes) throw new ContentMissing('an attachment is gone');
    return { ...rest, content: bytes };
  });
}
