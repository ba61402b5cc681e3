import type { Consent, TimelineItem } from '../../../api/contact-story.ts';

type Facts = Pick<TimelineItem, 'data'>;

const fact = ({ data }: Facts, name: string): string | null => {
  const value = data?.[name];
  return typeof value === 'string' ? value : null;
};

const changedBy: Readonly<Record<string, string>> = {
  api: 'through the API or this dashboard',
  send: 'by a send',
  track: 'by a tracked event',
  bulk: 'by a change of many contacts',
  import: 'by an import',
  workflow: 'by a workflow',
  page: 'by the person',
  feedback: 'by a notice of the mailbox',
};

const changedBecause: Readonly<Record<string, string>> = {
  one_click: 'by the person, with the one-click button of the mailbox',
  link: 'by the person, with the link in a mail',
  manage: 'by the person, on the page with their choices',
  bounce: 'because mail to the address bounced',
  complaint: 'because the person marked a mail as spam',
};

/** Who changed a subscription and why, within a sentence: "by the person, with the link in a mail". */
export function changeWords(item: Facts): string {
  const reason = fact(item, 'reason');
  const source = fact(item, 'source');
  return changedBecause[reason ?? ''] ?? changedBy[source ?? ''] ?? 'by something that was not recorded';
}

const createdBy: Readonly<Record<string, string>> = {
  ...changedBy,
  api: 'through the API or this dashboard',
  inbound: 'by a mail that came in',
};

/** "by a send", "by an import"; null if nobody recorded it. */
export const creationWords = (item: Facts): string | null => createdBy[fact(item, 'source') ?? ''] ?? null;

/** Sources whose new contacts are not subscribed unless they say so. */
const unsubscribing = new Set(['send', 'inbound']);

/** Why a contact whose subscription never changed has the one it has. */
export function unchangedWords(created: Facts | null, isSubscribed: boolean): string {
  const source = created ? fact(created, 'source') : null;
  const words = created ? creationWords(created) : null;
  if (!source || !words) return 'It has not changed since the contact was created.';
  if (!isSubscribed && unsubscribing.has(source)) return `Created ${words}, so not subscribed.`;
  return `So since the contact was created ${words}.`;
}

const askedBy: Readonly<Record<string, string>> = {
  key: 'with the secret key',
  'public-key': 'with the public key',
};

/** Who brought about a state and how, within a sentence: "by Ines Duarte", "by the person, with the link in a mail". */
export function consentWords({ source, reason, by }: Pick<Consent, 'source' | 'reason' | 'by'>): string {
  if (reason === 'earlier') return 'before changes were recorded';
  const because = changedBecause[reason ?? ''];
  if (because !== undefined) return because;
  if (by?.kind === 'user') return `by ${by.name ?? 'a member of the team who has left'}${byWay(source)}`;
  if (source === 'api' && by) return askedBy[by.kind] ?? 'through the API';
  return createdBy[source] ?? 'by something that was not recorded';
}

/** How a member of the team did it, unless it was on this contact alone. */
const byWay = (source: string): string =>
  source === 'import' ? ', with an import' : source === 'bulk' ? ', with a change of many contacts' : '';
