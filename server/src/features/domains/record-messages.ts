import { holdsDkimKey, isSameHost, spfRecords } from '#pure/dns-records';
import type { ExpectedRecord } from './domain.ts';
import { mechanismsIn } from './relay-records.ts';

/** Explains what is wrong with the values that were found; common mistakes are named (D-706). */
export function mismatchMessage(record: ExpectedRecord, found: readonly string[]): string {
  const { purpose, type, value } = record;
  if (type === 'CNAME') return 'Points to another host.';
  if (type === 'MX') return mailHostMessage(value, found);
  if (purpose === 'SPF') return spfMessage(value, found);
  if (found.some((text) => isQuoted(record, text)))
    return 'The value has quotation marks in it. Enter it without them.';
  const cut = found.find((text) => isCut(value, text));
  if (cut !== undefined) {
    return `The value is cut off after ${cut.length} characters. Enter all of it; where only 255 fit, in two parts.`;
  }
  return purpose === 'DKIM' ? 'Another key was found.' : 'Another value was found.';
}

function mailHostMessage(value: string, found: readonly string[]): string {
  return found.some((entry) => isSameHost(entry.split(' ').at(-1) ?? '', value))
    ? 'Other mail servers are listed as well; this one must be the only one.'
    : 'Points to another host.';
}

function spfMessage(value: string, found: readonly string[]): string {
  const records = spfRecords(found);
  if (records.length > 1) return 'There are two SPF records, and receivers then use neither. Merge them into one.';
  if (records.length === 0 && found.some((text) => spfRecords([unquoted(text)]).length > 0)) {
    return 'The value has quotation marks in it. Enter it without them.';
  }
  return records.length === 1 ? `The SPF record lacks ${mechanismsIn(value)}.` : 'Another value was found.';
}

/** Some web forms put the quotation marks of a zone file into the value itself. */
const unquoted = (text: string): string => text.replace(/"\s*"/g, '').replace(/^\s*"|"\s*$/g, '');

function isQuoted({ purpose, value }: ExpectedRecord, text: string): boolean {
  if (!text.includes('"')) return false;
  const plain = unquoted(text);
  return plain === value || (purpose === 'DKIM' && holdsDkimKey(plain, value.split('p=').at(-1) ?? ''));
}

const shortestCut = 64;

function isCut(value: string, text: string): boolean {
  const [whole, part] = [value, text].map((one) => one.replace(/\s+/g, '')) as [string, string]; // two in, two out
  return part.length >= shortestCut && part.length < whole.length && whole.startsWith(part);
}

/** The name where a record ends up when a web form appends the domain by itself. */
export const doubledName = (record: ExpectedRecord, domain: string): string => `${record.name}.${domain}`;

export const doubledMessage = (record: ExpectedRecord, domain: string): string =>
  `The record stands at ${doubledName(record, domain)}: your DNS adds the domain by itself. ` +
  `Enter only ${record.name.slice(0, -domain.length - 1)} as the host.`;

/** Added to a mismatch: a recent change may not be visible yet. */
export const cachedMessage = (ttlSeconds: number): string =>
  `If you have just changed it, an old value may be seen for up to ${roughly(ttlSeconds)} more.`;

export const tooManyLookUps = 'Receivers must look up more than 10 names for this record, and give up.';

/** Rounded up to a few steps: the falling TTL of a cached answer must not look like a change at every check. */
function roughly(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  if (seconds <= 300) return '5 minutes';
  if (seconds <= 3_600) return 'an hour';
  return seconds <= 86_400 ? 'a day' : `${Math.ceil(seconds / 86_400)} days`;
}
