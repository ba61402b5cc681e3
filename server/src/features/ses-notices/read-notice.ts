import type { Notice } from '#features/emails';
import type { ProjectId } from '#platform/context';
import { readId } from '#platform/ids';
import { emailIdOf } from '#pure/message';
import { readBounce } from './read-bounce.ts';
import { type Fields, fieldsIn, listIn, momentIn, parseFields, textIn } from './read-fields.ts';
import { readReceived, type SesReceivedMail } from './read-received.ts';

/** What happened, without the id of the email. */
type WithoutEmailId<T> = T extends unknown ? Omit<T, 'emailId'> : never;
export type NoticeEvent =
  | WithoutEmailId<Notice>
  | { readonly kind: 'delay'; readonly at: Date; readonly diagnostic: string | null };

/** How the email is found: by the tags we set, or by our Message-ID where the form of the notice has no tags. */
export type EmailReference =
  | { readonly by: 'tags'; readonly projectId: ProjectId; readonly emailId: string; readonly attempt: number }
  | { readonly by: 'message-id'; readonly domain: string; readonly emailId: string };

export interface ParsedNotice {
  readonly kind: 'notice';
  readonly reference: EmailReference;
  readonly event: NoticeEvent;
}

export type ParsedMessage =
  | ParsedNotice
  | SesReceivedMail
  /** It has no effect here. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unread'; readonly reason: string };

const ignored = ['Open', 'Click', 'Subscription', 'Rendering Failure'];

/** Reads a notice of Amazon SES, in the form of event publishing or of notifications (contract/05, 7.1). */
export function readNotice(text: string, fallback: Date): ParsedMessage {
  const body = parseFields(text);
  if (!body) return { kind: 'unread', reason: 'not-json' };
  const name = textIn(body, 'eventType') ?? textIn(body, 'notificationType');
  if (name === null) return { kind: 'unread', reason: 'no-kind' };
  if (ignored.includes(name)) return { kind: 'ignored' };
  if (name === 'Received') return readReceived(body);
  const event = eventOf(name, body, fallback);
  if (event === 'ignored') return { kind: 'ignored' };
  if (!event) return { kind: 'unread', reason: 'unknown-kind' };
  const reference = referenceIn(fieldsIn(body, 'mail'));
  return reference ? { kind: 'notice', reference, event } : { kind: 'unread', reason: 'no-tags' };
}

function eventOf(name: string, body: Fields, fallback: Date): NoticeEvent | 'ignored' | null {
  const mail = fieldsIn(body, 'mail');
  const at = (part: Fields): Date => momentIn(part, 'timestamp') ?? fallback;
  switch (name) {
    case 'Send':
      return { kind: 'send', at: at(mail) };
    case 'Delivery':
      return { kind: 'delivery', at: at(fieldsIn(body, 'delivery')) };
    case 'Bounce':
      return { kind: 'bounce', at: at(fieldsIn(body, 'bounce')), ...readBounce(fieldsIn(body, 'bounce')) };
    case 'Complaint': {
      const complaint = fieldsIn(body, 'complaint');
      const feedbackType = textIn(complaint, 'complaintFeedbackType');
      return feedbackType === 'not-spam' ? 'ignored' : { kind: 'complaint', at: at(complaint), feedbackType };
    }
    case 'Reject':
      return { kind: 'reject', at: at(mail), error: textIn(fieldsIn(body, 'reject'), 'reason') };
    case 'DeliveryDelay': {
      const delay = fieldsIn(body, 'deliveryDelay');
      const recipient = parseFields(listIn(delay, 'delayedRecipients')[0]) ?? {};
      const diagnostic = textIn(recipient, 'diagnosticCode') ?? textIn(delay, 'delayType');
      return { kind: 'delay', at: at(delay), diagnostic };
    }
    default:
      return null;
  }
}

function referenceIn(mail: Fields): EmailReference | null {
  return tagsIn(mail) ?? messageIdIn(mail);
}

function tagsIn(mail: Fields): EmailReference | null {
  const tags = fieldsIn(mail, 'tags');
  const tag = (name: string): string => {
    const [value] = listIn(tags, name);
    return typeof value === 'string' ? value : '';
  };
  const projectId = readId<'project'>(tag('project'));
  const emailId = readId<'email'>(tag('email'));
  const attempt = /^[1-9]\d{0,5}$/.test(tag('attempt')) ? Number(tag('attempt')) : 0;
  return projectId && emailId && attempt > 0 ? { by: 'tags', projectId, emailId, attempt } : null;
}

/** Notifications carry no tags; with headers switched on they carry the Message-ID that we wrote. */
function messageIdIn(mail: Fields): EmailReference | null {
  for (const entry of listIn(mail, 'headers')) {
    const header = parseFields(entry);
    if (!header || textIn(header, 'name')?.toLowerCase() !== 'message-id') continue;
    const value = textIn(header, 'value')?.trim() ?? '';
    const emailId = emailIdOf(value);
    const domain = /@([a-z0-9.-]{1,253})>?$/.exec(value)?.[1];
    if (emailId && domain) return { by: 'message-id', domain, emailId };
  }
  return null;
}
