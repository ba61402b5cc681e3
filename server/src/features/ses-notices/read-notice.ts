import type { Notice } from '#features/emails';
import type { ProjectId } from '#platform/context';
import { readId } from '#platform/ids';
import { emailIdOf } from '#pure/message';
import { bounceOf } from './read-bounce.ts';
import type { Fields } from './read-fields.ts';
import { fieldsIn, listIn, momentIn, parseFields, textIn } from './read-fields.ts';
import type { SesReceived } from './read-received.ts';
import { readReceived } from './read-received.ts';

/** What happened, without saying yet to which email. */
type Without<T> = T extends unknown ? Omit<T, 'emailId'> : never;
export type Happening =
  | Without<Notice>
  | { readonly kind: 'delay'; readonly at: Date; readonly diagnostic: string | null };

/** By which the email is found: the tags we set, or our Message-ID where the form of the notice has no tags. */
export type Mark =
  | { readonly by: 'tags'; readonly projectId: ProjectId; readonly emailId: string; readonly attempt: number }
  | { readonly by: 'message-id'; readonly domain: string; readonly emailId: string };

export interface ReadNotice {
  readonly kind: 'notice';
  readonly mark: Mark;
  readonly happening: Happening;
}

export type Reading =
  | ReadNotice
  | SesReceived
  /** Nothing of ours follows from it. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unread'; readonly reason: string };

const ignored = ['Open', 'Click', 'Subscription', 'Rendering Failure'];

/** Reads a notice of Amazon SES, in the form of event publishing or of notifications (api/05, 7.1). */
export function readNotice(text: string, fallback: Date): Reading {
  const body = parseFields(text);
  if (!body) return { kind: 'unread', reason: 'not-json' };
  const name = textIn(body, 'eventType') ?? textIn(body, 'notificationType');
  if (name === null) return { kind: 'unread', reason: 'no-kind' };
  if (ignored.includes(name)) return { kind: 'ignored' };
  if (name === 'Received') return readReceived(body);
  const happening = happeningOf(name, body, fallback);
  if (happening === 'ignored') return { kind: 'ignored' };
  if (!happening) return { kind: 'unread', reason: 'unknown-kind' };
  const mark = markIn(fieldsIn(body, 'mail'));
  return mark ? { kind: 'notice', mark, happening } : { kind: 'unread', reason: 'no-tags' };
}

function happeningOf(name: string, body: Fields, fallback: Date): Happening | 'ignored' | null {
  const mail = fieldsIn(body, 'mail');
  const at = (part: Fields): Date => momentIn(part, 'timestamp') ?? fallback;
  switch (name) {
    case 'Send':
      return { kind: 'send', at: at(mail) };
    case 'Delivery':
      return { kind: 'delivery', at: at(fieldsIn(body, 'delivery')) };
    case 'Bounce':
      return { kind: 'bounce', at: at(fieldsIn(body, 'bounce')), ...bounceOf(fieldsIn(body, 'bounce')) };
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

function markIn(mail: Fields): Mark | null {
  return tagsIn(mail) ?? messageIdIn(mail);
}

function tagsIn(mail: Fields): Mark | null {
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
function messageIdIn(mail: Fields): Mark | null {
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
