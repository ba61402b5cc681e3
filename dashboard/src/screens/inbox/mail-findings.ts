import type { InboxMail } from '../../api/inbox.ts';
import type { Check } from '../../widgets/check-list/check-list.tsx';
import { headerValue, type MessageHeader } from './message-headers.ts';

type Finding = Pick<Check, 'id' | 'level' | 'sentence' | 'more'>;

/** What the mail itself shows: warnings of its rendering, the parts it has, and the headers it would have left with. */
export function mailFindings(mail: InboxMail, headers: readonly MessageHeader[]): Finding[] {
  return [...renderingWarnings(mail), textPart(mail), unsubscribing(mail, headers), signature(headers), links(mail)];
}

function renderingWarnings({ warnings }: InboxMail): Finding[] {
  return warnings.map(({ code, field, line, message }, place) => ({
    id: `warning-${place}`,
    level: 'warn',
    sentence: message,
    more: line === undefined ? `In ${field} (${code}).` : `In ${field}, line ${line} (${code}).`,
  }));
}

const textPart = ({ text, bodyExpired }: InboxMail): Finding => {
  const id = 'text';
  if (bodyExpired) return { id, level: 'unknown', sentence: 'The content is past its retention.' };
  return text
    ? { id, level: 'pass', sentence: 'It has a plain text part.' }
    : {
        id,
        level: 'warn',
        sentence: 'It has no plain text part.',
        more: 'Some readers and filters look at nothing else.',
      };
};

function unsubscribing({ type }: InboxMail, headers: readonly MessageHeader[]): Finding {
  const id = 'unsubscribe';
  const hasLink = headerValue(headers, 'list-unsubscribe') !== null;
  const isOneClick = headerValue(headers, 'list-unsubscribe-post') !== null;
  if (hasLink && isOneClick) return { id, level: 'pass', sentence: 'One click unsubscribes: both headers are there.' };
  if (type !== 'MARKETING') {
    return { id, level: 'note', sentence: 'No unsubscribe headers: transactional mail carries none.' };
  }
  return {
    id,
    level: 'block',
    sentence: 'Marketing mail without the headers for one-click unsubscribing.',
    more: 'Large mailbox providers refuse it or file it as spam.',
  };
}

const signature = (headers: readonly MessageHeader[]): Finding =>
  headerValue(headers, 'dkim-signature') === null
    ? {
        id: 'dkim',
        level: 'note',
        sentence: 'This message carries no DKIM signature.',
        more: 'The sandbox sender needs none; mail of a verified domain is signed when it leaves.',
      }
    : { id: 'dkim', level: 'pass', sentence: 'It is signed (DKIM).' };

function links({ links: all }: InboxMail): Finding {
  const plain = all.filter(({ url }) => url.startsWith('http:')).length;
  if (all.length === 0) return { id: 'links', level: 'note', sentence: 'It has no links that are counted.' };
  const count = all.length === 1 ? '1 link' : `${all.length} links`;
  return plain === 0
    ? { id: 'links', level: 'pass', sentence: `${count}, all of them encrypted.` }
    : {
        id: 'links',
        level: 'warn',
        sentence: `${count}, ${plain} without encryption.`,
        more: 'Addresses that begin with http: can be read on the way.',
      };
}
