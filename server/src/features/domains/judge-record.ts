import type { DnsAnswer } from '#platform/dns';
import { holdsDkimKey, holdsMechanisms, isSameHost, spfRecords } from '#pure/dns-records';
import { cut } from '#pure/text';
import { type ExpectedRecord, findingOf, type RecordFinding } from './domain.ts';
import { mismatchMessage } from './record-messages.ts';
import { mechanismsIn } from './relay-records.ts';

/** `wrong` needs a definite answer of every server that was asked; `right` one of any (D-707, D-708). */
export type RecordVerdict = 'right' | 'wrong' | 'unknown';

export interface RecordJudgement {
  readonly record: ExpectedRecord;
  readonly verdict: RecordVerdict;
  readonly found: readonly string[];
  readonly message: string | null;
  /** It is there, but the mail provider has not confirmed it yet. */
  readonly isAwaited?: boolean;
}

/** Values as text: joined texts, host names, mail hosts as `10 host`. */
export function judgeRecord(record: ExpectedRecord, answers: readonly DnsAnswer<string>[]): RecordJudgement {
  const verdict = verdictOf(answers, (values) => isRight(record, values));
  const found = shownValues(answers);
  const message = verdict === 'right' || found.length === 0 ? null : mismatchMessage(record, found);
  return { record: asPublished(record, answers), verdict, found, message };
}

/** Where another value is accepted too, the record has the one that was found. */
function asPublished(record: ExpectedRecord, answers: readonly DnsAnswer<string>[]): ExpectedRecord {
  const { value, alsoRight = [] } = record;
  if (alsoRight.length === 0) return record;
  const texts = new Set(answers.flatMap((one) => (one.kind === 'found' ? one.values.map((text) => text.trim()) : [])));
  const published = texts.has(value) ? value : alsoRight.find((other) => texts.has(other));
  return published === undefined || published === value ? record : { ...record, value: published };
}

export function verdictOf<T>(
  answers: readonly DnsAnswer<T>[],
  isMatch: (values: readonly T[]) => boolean,
): RecordVerdict {
  if (answers.some((answer) => answer.kind === 'found' && isMatch(answer.values))) return 'right';
  const isDefinite = answers.length > 0 && answers.every(({ kind }) => kind !== 'unanswered');
  return isDefinite ? 'wrong' : 'unknown';
}

/** D-704. */
export function isRight({ purpose, type, value, alsoRight = [] }: ExpectedRecord, values: readonly string[]): boolean {
  if (type === 'CNAME') return values.some((host) => isSameHost(host, value));
  if (type === 'MX') return values.length > 0 && values.every((entry) => isSameHost(hostIn(entry), value));
  if (purpose === 'DKIM') return values.some((text) => holdsDkimKey(text, keyIn(value)));
  if (purpose === 'SPF') {
    const [record, ...more] = spfRecords(values);
    return record !== undefined && more.length === 0 && holdsMechanisms(record, mechanismsIn(value));
  }
  return values.some((text) => text.trim() === value || alsoRight.includes(text.trim()));
}

export const hostIn = (entry: string): string => entry.split(' ').at(-1) ?? '';
const keyIn = (record: string): string => record.split('p=').at(-1) ?? '';

const maxShown = 10;
const maxCharacters = 1_000;

/** Sorted, so that the same answer looks the same next time, and without characters that the database cannot store. */
export function shownValues(answers: readonly DnsAnswer<string>[]): string[] {
  const values = answers.flatMap((answer) => (answer.kind === 'found' ? answer.values : []));
  const clean = values.map((text) => text.toWellFormed().replace(/\p{Cc}/gu, '\u{fffd}'));
  return [...new Set(clean)]
    .toSorted()
    .slice(0, maxShown)
    .map((text) => cut(text, maxCharacters));
}

/**
 * The finding of a record after a check. Without a definite answer the last finding stays (D-707); an answer of one server
 * only is shown while a record is being set up, because it helps, and hidden while the record counts as right.
 */
export function findingAfter(
  judgement: RecordJudgement,
  before: readonly RecordFinding[],
  isThorough: boolean,
): RecordFinding {
  const { record, verdict, found } = judgement;
  const known = findingOf(record, before);
  if (verdict === 'right') return { ...known, status: 'verified', found, message: judgement.message };
  if (judgement.isAwaited && known.status !== 'verified') {
    return { ...known, status: 'pending', found, message: judgement.message };
  }
  if (verdict === 'unknown' && (found.length === 0 || known.status === 'verified')) return known;
  const status = found.length > 0 ? 'mismatch' : 'pending';
  // A quick check explains less than a thorough one: while it sees the same, the better explanation stays.
  const isSame = known.status === status && known.found.join('\n') === found.join('\n');
  const message = isSame && !isThorough ? (known.message ?? judgement.message) : judgement.message;
  return { ...known, status, found, message };
}
