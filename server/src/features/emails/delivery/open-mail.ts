import type { OpenedRelay, Transport } from '#platform/transports';
import type { ClaimedMail } from './claimed-mail.ts';
import { envelopeOf, type MailEnvelope } from './envelope.ts';
import { writeMessage } from './write-message.ts';

export interface OpenedMail extends OpenedRelay {
  readonly bytes: number;
  readonly envelope: MailEnvelope;
}

/** Sends the message but for its end to the first relay that takes it, or to the inbox. Null: every relay is down. */
export async function openMail({ ctx, claim, mail, tools }: ClaimedMail): Promise<OpenedMail | null> {
  const envelope = envelopeOf(ctx, mail);
  const tags = { projectId: ctx.projectId, emailId: mail.id, attempt: mail.delivery.attempt + 1 };
  const rest = { envelope, tags, signal: claim.signal };
  let bytes = 0;
  const messageFor = async (transport: Transport): Promise<Buffer> => {
    const message = await writeMessage({ ctx, mail, tools, transport });
    bytes = message.length;
    return message;
  };
  if (!mail.isTest) {
    const opened = await tools.relays.open(rest, messageFor);
    return opened && { ...opened, bytes, envelope };
  }
  const opening = await tools.inbox.open({ ...rest, subject: mail.subject, message: await messageFor(tools.inbox) });
  return { opening, transport: tools.inbox, bytes, envelope };
}
