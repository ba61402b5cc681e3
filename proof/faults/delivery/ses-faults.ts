import { selfSigned } from '../../../server/testing/certificates.ts';
import { startDeafListener } from '../../../server/testing/deaf-listener.ts';
import { type FakeSes, type SesAnswer, startFakeSes } from '../../../server/testing/fake-ses.ts';
import { until } from '../../../server/testing/until.ts';
import { type Check, sleep } from '../fault-run.ts';
import type { FaultSetup } from './setup.ts';

/** Each with the text that must be on record afterwards; empty for none. */
const answers: readonly [word: string, answer: SesAnswer][] = [
  ['', { okAfterMs: 1_500 }],
  ['MessageRejected', { status: 400, type: 'MessageRejected', message: 'Email address is not verified.' }],
  ['InternalFailure', { status: 500, type: 'InternalFailure', message: 'oops' }],
  ['', 'silent'],
  ['TooManyRequests', { status: 429, type: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' }],
  ['UnrecognizedClient', { status: 403, type: 'UnrecognizedClientException', message: 'invalid' }],
];

/** F9, F13 to F15 with Amazon SES: out of reach, late, silent or refusing, alone and with a relay behind it. */
export async function disturbSes(setup: FaultSetup, isShort: boolean, check: Check): Promise<void> {
  const ses = await startFakeSes(selfSigned());
  try {
    await outOfReach(setup, ses, 'connection refused', { port: 1, seconds: 4 }, check);
    if (!isShort) {
      const deaf = await startDeafListener();
      await outOfReach(setup, ses, 'packets are dropped', { port: deaf.port, seconds: 35 }, check);
      await deaf.close();
    }
    await misbehaving(setup, ses, check);
    await relayBehind(setup, ses, check);
  } finally {
    // For the judge: what the service accepted has arrived.
    for (const { to, message } of ses.calls) setup.sink.received.push({ from: '', to: [...to], message });
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
  setup: FaultSetup,
  ses: FakeSes,
  name: string,
  { port, seconds }: { port: number; seconds: number },
  check: Check,
): Promise<void> {
  const relay = relayOf({ endpoint: `https://127.0.0.1:${port}`, ca: ses.ca });
  // Mail that waits since an earlier part may be tried before these six, which then wait without an attempt.
  const triedUntil = await triesOfSes(setup);
  const worker = await setup.worker({ MAIL_RELAYS: JSON.stringify([relay]) });
  const ids = await setup.accept(6);
  await sleep(seconds);
  const tries = async (): Promise<number> => (await triesOfSes(setup)) - triedUntil;
  await until(async () => (await tries()) > 0);
  await worker.stop();
  const { rows } = await setup.client.query(
    `select count(*) filter (where e.status = 'QUEUED' and d.phase is null)::int as waiting,
            (select count(*)::int from delivery_attempts where email_id = any($1) and outcome = 'UNKNOWN') as doubts
       from emails e join deliveries d on d.id = e.id where e.id = any($1)`,
    [ids],
  );
  const found = { ...rows[0], tried: await tries() };
  const holds = found.waiting === ids.length && found.doubts === 0 && found.tried > 0;
  check(
    `Amazon SES out of reach (${name}): every mail waits, none is in doubt, what happened is on record (F9)`,
    holds,
    found,
  );
}

const attemptsAtSes = `delivery_attempts a join delivery_channels c on c.id = a.channel_id where c.relay = 'ses:eu-west-1'`;

async function triesOfSes({ client }: FaultSetup): Promise<number> {
  const { rows } = await client.query(`select count(*)::int as count from ${attemptsAtSes} and a.outcome = 'DEFERRED'`);
  return rows[0].count;
}

/** Alone: without a reply a mail is in doubt, every other outcome is known. */
async function misbehaving(setup: FaultSetup, ses: FakeSes, check: Check): Promise<void> {
  const worker = await setup.worker({ MAIL_RELAYS: JSON.stringify([relayOf(ses)]) });
  for (const [word, answer] of answers) {
    ses.answer = answer;
    await mailUntil(setup, async () => word === '' || (await isOnRecord(setup, word)));
    ses.answer = 'ok';
    const taken = ses.calls.length;
    await mailUntil(setup, async () => ses.calls.length > taken);
  }
  setup.crashes += answers.length; // a lost reply is a doubt
  await worker.stop();
  const missing: string[] = [];
  for (const [word] of answers) if (word !== '' && !(await isOnRecord(setup, word))) missing.push(word);
  check('Amazon SES misbehaved in every way, and each is on record (F13 to F15)', missing.length === 0, {
    taken: ses.calls.length,
    missing,
  });
}

/** Why repeated mails: while the relay is skipped, queued mail waits for half a minute. */
async function mailUntil(setup: FaultSetup, isDone: () => Promise<boolean>): Promise<void> {
  const isDoneAfterMail = async (): Promise<boolean> => {
    await setup.accept(2);
    await sleep(0.5);
    return isDone();
  };
  await until(isDoneAfterMail, { pauseMs: 0 });
}

async function isOnRecord({ client }: FaultSetup, word: string): Promise<boolean> {
  const { rowCount } = await client.query(`select from ${attemptsAtSes} and position($1 in a.reply) > 0 limit 1`, [
    word,
  ]);
  return rowCount === 1;
}

/** With a relay behind it mail leaves there, with the first mail. */
async function relayBehind(setup: FaultSetup, ses: FakeSes, check: Check): Promise<void> {
  const lost = relayOf({ endpoint: 'https://127.0.0.1:1', ca: ses.ca });
  const worker = await setup.worker({ MAIL_RELAYS: JSON.stringify([lost, { kind: 'smtp', url: setup.sink.url }]) });
  const ids = await setup.accept(6);
  const sent = async (): Promise<number> => {
    const { rows } = await setup.client.query(
      `select count(*)::int as count from emails where id = any($1) and status = 'SENT' and not unconfirmed`,
      [ids],
    );
    return rows[0].count;
  };
  await until(async () => (await sent()) === ids.length);
  await worker.stop();
  check('with Amazon SES out of reach mail leaves by the relay behind it (F9)', (await sent()) === ids.length);
}
