import { idOf } from '../../faults/delivery/judge.ts';
import type { SentRequest } from '../../faults/delivery/senders.ts';
import type { FaultSetup } from '../../faults/delivery/setup.ts';
import type { Check } from '../../faults/fault-run.ts';

const maxLostSeconds = 60;

/** What `sent-report` has printed, and the lines of its file. */
export interface Report {
  readonly counts: { readonly findings: Record<string, { readonly mails: number }> };
  readonly mails: readonly { readonly finding: string; readonly email: string }[];
}

interface Loss {
  readonly round: { readonly name: string; readonly to: 'latest' | 'time' };
  readonly wipedAt: Date;
  /** The time asked for. */
  readonly target: Date;
  /** Mails that the database had just before. */
  readonly known: number;
}

/** Which acknowledged mails are missing, and since when: at most a minute before the loss, or before the time asked for. Returns their ids. */
export async function judgeLoss(
  setup: FaultSetup,
  requests: readonly SentRequest[],
  { round, wipedAt, target, known }: Loss,
  check: Check,
): Promise<ReadonlySet<string>> {
  const stored = await storedIds(setup);
  const acknowledged = requests.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt < wipedAt);
  const missing = acknowledged.filter(({ ids }) => ids?.some((id) => !stored.has(id)));
  const isLatest = round.to === 'latest';
  const kept = isLatest ? wipedAt.getTime() - maxLostSeconds * 1_000 : target.getTime();
  const first = Math.min(wipedAt.getTime(), ...missing.map(timeOf));
  check(
    isLatest
      ? `${round.name}: at most ${maxLostSeconds} s of acknowledged work are missing`
      : `${round.name}: everything that was acknowledged before that time is there`,
    first >= kept && acknowledged.length > missing.length,
    {
      acknowledged: acknowledged.length,
      missing: missing.length,
      secondsMissing: Number(((wipedAt.getTime() - first) / 1_000).toFixed(1)),
      ...(isLatest ? {} : { secondsFromTimeToLoss: Number(((wipedAt.getTime() - kept) / 1_000).toFixed(1)) }),
      mailsBefore: known,
      mailsRestored: stored.size,
    },
  );
  return new Set(missing.flatMap(({ ids }) => ids ?? []));
}

const timeOf = ({ acknowledgedAt }: SentRequest): number => acknowledgedAt?.getTime() ?? Number.POSITIVE_INFINITY;

async function storedIds({ client }: FaultSetup): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>('select id::text from emails');
  return new Set(rows.map(({ id }) => id));
}

/** The report is compared with what the sink took and what the restored database has. While sending is paused. */
export async function judgeReport(
  setup: FaultSetup,
  { counts, mails }: Report,
  name: string,
  check: Check,
): Promise<void> {
  const stored = await storedIds(setup);
  const { rows } = await setup.client.query<{ id: string }>('select id::text from deliveries');
  const waiting = new Set(rows.map(({ id }) => id));
  const arrived = new Set(setup.sink.received.map((mail) => idOf(mail) ?? 'none'));
  const idsOf = (...findings: string[]) =>
    new Set(mails.filter(({ finding }) => findings.includes(finding)).map(({ email }) => email));
  const unknown = [...arrived].filter((id) => !stored.has(id));
  const wouldRepeat = [...arrived].filter((id) => waiting.has(id));
  const [reportedLost, reportedWaiting] = [idsOf('lost', 'no-project'), waitingIn({ counts, mails })];
  // A worker that was killed between the reply of the relay and its line has written that the hand-over was begun.
  const unfinished = idsOf('unfinished');
  const unreported = [
    ...unknown.filter((id) => !reportedLost.has(id)),
    ...wouldRepeat.filter((id) => !reportedWaiting.has(id)),
  ].filter((id) => !unfinished.has(id));
  const untrue = [...reportedLost, ...reportedWaiting].filter((id) => !arrived.has(id));
  check(
    `${name}: the report has every mail that left and that the database does not know as sent`,
    unreported.length === 0 && untrue.length === 0 && unknown.length + wouldRepeat.length > 0,
    {
      leftAndUnknown: unknown.length,
      leftAndWaiting: wouldRepeat.length,
      unreported: unreported.length,
      unfinished: unfinished.size,
      untrue: untrue.length,
      findings: counts.findings,
    },
  );
}

/** Mail that had left, and that the restored database would have sent. */
export const waitingIn = ({ mails }: Report): ReadonlySet<string> =>
  new Set(mails.filter(({ finding }) => finding === 'waiting' || finding === 'doubtful').map(({ email }) => email));

/** Sessions of the two workers, in both rounds: what was being handed over when they ended. */
const maxInDoubt = 80;

interface CopyRow {
  id: string;
  type: string;
  status: string;
  duplicate_possible: boolean;
  unconfirmed: boolean;
}

/** Nothing left twice but by the rules of doubt: transactional mail once more and flagged, other mail never. */
export async function judgeCopies(
  { client, sink }: FaultSetup,
  {
    name,
    lost,
    reported,
  }: { readonly name: string; readonly lost: ReadonlySet<string>; readonly reported: ReadonlySet<string> },
  check: Check,
): Promise<void> {
  const { rows } = await client.query<CopyRow>(
    'select id::text, type, status, duplicate_possible, unconfirmed from emails',
  );
  const copies = Map.groupBy(sink.received, (mail) => idOf(mail) ?? 'none');
  const copiesOf = (id: string): number => copies.get(id)?.length ?? 0;
  const doubled = rows.filter(({ id }) => copiesOf(id) > 1);
  const wrong = doubled.filter(
    ({ id, type, duplicate_possible: isFlagged }) => type !== 'TRANSACTIONAL' || !isFlagged || copiesOf(id) > 2,
  );
  const lostTwice = [...lost].filter((id) => copiesOf(id) > 1);
  check(
    `${name}: nothing leaves twice but transactional mail in doubt, once and flagged`,
    wrong.length + lostTwice.length === 0,
    {
      arrived: sink.received.length,
      doubled: doubled.length,
      lostThatLeft: [...lost].filter((id) => copiesOf(id) > 0).length,
      wrong: wrong.slice(0, 5),
    },
  );
  const repeated = [...reported].filter((id) => copiesOf(id) > 1);
  check(`${name}: nothing that the report had as waiting leaves again`, reported.size > 0 && repeated.length === 0, {
    reported: reported.size,
    repeated: repeated.slice(0, 5),
  });
  const sent = rows.filter(({ status }) => status === 'SENT');
  const unconfirmed = sent.filter((row) => row.unconfirmed);
  const unsent = sent.filter(({ id }) => copiesOf(id) === 0);
  check(
    `${name}: every mail that is SENT arrived, but for at most one of each session that was in doubt`,
    unsent.every((row) => row.unconfirmed) && unconfirmed.length <= maxInDoubt,
    { mails: rows.length, sent: sent.length, unconfirmed: unconfirmed.length, unsent: unsent.length },
  );
}
