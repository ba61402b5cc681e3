import { selfSigned } from '../../../server/testing/certificates.ts';
import { startDeafListener } from '../../../server/testing/deaf-listener.ts';
import type { FakeSes, SesAnswer } from '../../../server/testing/fake-ses.ts';
import { startFakeSes } from '../../../server/testing/fake-ses.ts';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';

/** Each with the word of it that must be on record afterwards. */
const answers: readonly [word: string, answer: SesAnswer][] = [
  ['', { okAfterMs: 1_500 }],
  ['MessageRejected', { status: 400, type: 'MessageRejected', message: 'Email address is not verified.' }],
  ['InternalFailure', { status: 500, type: 'InternalFailure', message: 'oops' }],
  ['', 'silent'],
  ['TooManyRequests', { status: 429, type: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' }],
  ['UnrecognizedClient', { status: 403, type: 'UnrecognizedClientException', message: 'invalid' }],
];

/** F9, F13 to F15 with Amazon SES: out of reach, late, silent or saying no, alone and with a relay behind it. */
export async function disturbSes(yard: FaultYard, isShort: boolean, check: Check): Promise<void> {
  const ses = await startFakeSes(selfSigned());
  try {
    await outOfReach(yard, ses, 'nobody listens', { port: 1, seconds: 4 }, check);
    if (!isShort) {
      const deaf = await startDeafListener();
      await outOfReach(yard, ses, 'packets are dropped', { port: deaf.port, seconds: 35 }, check);
      await deaf.close();
    }
    await misbehaving(yard, ses, check);
    await relayBehind(yard, ses, check);
  } finally {
    // What the service took is what arrived, for the judge.
    for (const { to, message } of ses.calls) yard.sink.received.push({ from: '', to: [...to], message });
    await ses.close();
  }
}

const relayOf = ({ endpoint, ca }: Pick<FakeSes, 'endpoint' | 'ca'>) => ({
  kind: 'ses',
  region: 'eu-west-1',
  endpoint,
  ca,
  accessKeyId: 'AKIATEST',
  secretAccessKey: 'secret',
});

async function outOfReach(
  yard: FaultYard,
  ses: FakeSes,
  name: string,
  { port, seconds }: { port: number; seconds: number },
  check: Check,
): Promise<void> {
  const relay = relayOf({ endpoint: `https://127.0.0.1:${port}`, ca: ses.ca });
  const worker = await yard.worker({ MAIL_RELAYS: JSON.stringify([relay]) });
  const ids = await yard.accept(6);
  await sleep(seconds);
  await worker.stop();
  const { rows } = await yard.client.query(
    `select count(*) filter (where e.status = 'QUEUED' and d.phase is null)::int as waiting,
            (select count(*)::int from delivery_attempts where email_id = any($1) and outcome = 'UNKNOWN') as doubts,
            (select count(*)::int from delivery_attempts where email_id = any($1) and outcome = 'DEFERRED') as tried
       from emails e join deliveries d on d.id = e.id where e.id = any($1)`,
    [ids],
  );
  const holds = rows[0].waiting === ids.length && rows[0].doubts === 0 && rows[0].tried > 0;
  check(
    `F9 Amazon SES out of reach (${name}): every mail waits, none is in doubt, what happened is on record`,
    holds,
    rows[0],
  );
}

/** Alone: what it does not answer is doubt, everything else is known. */
async function misbehaving(yard: FaultYard, ses: FakeSes, check: Check): Promise<void> {
  const worker = await yard.worker({ MAIL_RELAYS: JSON.stringify([relayOf(ses)]) });
  for (const [word, answer] of answers) {
    ses.answer = answer;
    await mailUntil(yard, async () => word === '' || (await isOnRecord(yard, word)));
    ses.answer = 'ok';
    const taken = ses.calls.length;
    await mailUntil(yard, async () => ses.calls.length > taken);
  }
  yard.crashes += answers.length; // an answer that is lost is a doubt
  await worker.stop();
  const missing: string[] = [];
  for (const [word] of answers) if (word !== '' && !(await isOnRecord(yard, word))) missing.push(word);
  check('F13 to F15 Amazon SES misbehaved in every way, and each is on record', missing.length === 0, {
    taken: ses.calls.length,
    missing,
  });
}

/** Why mail again and again: while the relay is passed over, what is there waits for half a minute. */
async function mailUntil(yard: FaultYard, isDone: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) {
    await yard.accept(2);
    await sleep(0.5);
    if (await isDone()) return;
  }
}

async function isOnRecord({ client }: FaultYard, word: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from delivery_attempts where relay = 'ses:eu-west-1' and position($1 in reply) > 0 limit 1`,
    [word],
  );
  return rowCount === 1;
}

/** With a relay behind it mail leaves there, with the first mail. */
async function relayBehind(yard: FaultYard, ses: FakeSes, check: Check): Promise<void> {
  const lost = relayOf({ endpoint: 'https://127.0.0.1:1', ca: ses.ca });
  const worker = await yard.worker({ MAIL_RELAYS: JSON.stringify([lost, { kind: 'smtp', url: yard.sink.url }]) });
  const ids = await yard.accept(6);
  const sent = async (): Promise<number> => {
    const { rows } = await yard.client.query(
      `select count(*)::int as count from emails where id = any($1) and status = 'SENT' and not unconfirmed`,
      [ids],
    );
    return rows[0].count;
  };
  for (let turn = 0; turn < 100 && (await sent()) < ids.length; turn += 1) await sleep(0.1);
  await worker.stop();
  check('F9 with Amazon SES out of reach mail leaves by the relay behind it', (await sent()) === ids.length);
}
