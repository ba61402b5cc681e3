import { expect, test } from 'vitest';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { type RelayAct, type TwoWorkers, twoWorkers, type WorkerSession } from '#testing/two-workers';
import type { DeliveryResult } from './result.ts';

test('a withdrawal after a lost request to the gate does not change the hand-over of the next worker (F7)', async () => {
  const { setup, workers, id } = await prepare();
  const a = await claimed(workers, id);
  expect(await workers.gate(a, 'question')).toEqual({ kind: 'lost' });
  await workers.lapse(id);
  const b = await claimed(workers, id);
  expect(await workers.gate(b)).toMatchObject({ kind: 'open', attempt: 1 });

  expect(await workers.record(workers.withdrawal(a))).toBe(false);

  expect((await setup.stateOf(id)).delivery).toMatchObject({
    phase: 'COMMITTING',
    fence: b.claim.fence,
    gated_fence: b.claim.fence,
    attempt: 1,
  });
  expect(await workers.record(workers.release(b, 'accept'))).toBe(true);
  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', duplicate_possible: false, attempts: 1 });
});

test('it does not change the doubt of the next worker either (F7)', async () => {
  const { setup, workers, id } = await prepare();
  const a = await claimed(workers, id);
  await workers.gate(a, 'question');
  await workers.lapse(id);
  const b = await claimed(workers, id);
  await workers.gate(b);
  await workers.record(workers.release(b, 'kept-silent'));

  expect(await workers.record(workers.withdrawal(a))).toBe(false);

  expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1, repeats: 0 });
});

test('a withdrawal that is retried does not change the next claim of the same worker (F7)', async () => {
  const { setup, workers, id } = await prepare();
  const first = await claimed(workers, id);
  await workers.gate(first, 'question');
  const withdrawal = workers.withdrawal(first);
  expect(await workers.record(withdrawal)).toBe(true); // and its answer is lost as well
  const second = await claimed(workers, id);
  expect(await workers.gate(second)).toMatchObject({ kind: 'open', attempt: 1 });

  expect(await workers.record(withdrawal)).toBe(false);

  expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: 'COMMITTING', gated_fence: second.claim.fence });
});

test('a withdrawal after a lost pass of the gate removes the doubt that another worker has recorded (F7)', async () => {
  const { setup, workers, id } = await prepare();
  const a = await claimed(workers, id);
  await workers.gate(a, 'answer');
  await workers.lapse(id);
  expect(await workers.claim(id)).toBeNull(); // B finds a mail past the gate, and waits
  expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 });

  expect(await workers.record(workers.withdrawal(a))).toBe(true);

  expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: null, gated_fence: null, fence: null, repeats: 0 });
});

test('a real answer counts by attempt and claim together (F7)', async () => {
  const { setup, workers, id } = await prepare();
  const a = await claimed(workers, id);
  await workers.gate(a);
  const yes = workers.release(a, 'accept');
  const guessed = { ...yes, claim: { ...a.claim, fence: '00000000-0000-4000-8000-000000000000' } };

  expect(await workers.record({ ...yes, gatedAs: 2, entry: null })).toBe(false);
  expect(await workers.record({ ...guessed, entry: null })).toBe(false);
  expect((await setup.stateOf(id)).delivery).toMatchObject({ phase: 'COMMITTING' });
  expect(await workers.record(yes)).toBe(true);
});

test('during an upgrade the statements of the previous version end what it passes through this gate, and what passed before is in doubt', async () => {
  const { setup, workers, id } = await prepare();
  const old = await claimed(workers, id);
  await workers.gate(old);
  const byAttempt = `delete from deliveries where id = $1 and attempt = $2 and phase in ('COMMITTING', 'UNKNOWN')`;
  expect((await setup.client.query(byAttempt, [id, old.gatedAs])).rowCount).toBe(1);

  const [before = ''] = await setup.mails(1);
  const session = await claimed(workers, before);
  await workers.gate(session);
  await setup.client.query('update deliveries set gated_fence = null where id = $1', [before]);
  await workers.lapse(before);
  expect(await workers.claim(before)).toBeNull();
  expect((await setup.stateOf(before)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 });
});

test.each([
  ['TRANSACTIONAL', 1],
  ['TRANSACTIONAL', 2],
  ['MARKETING', 3],
] as const)(
  '%s, any order of claims, lost answers, lapses and late results: never lost, one copy unless flagged (%i) (I1, I2)',
  async (type, seed) => {
    const setup = await deliverySetup();
    const workers = twoWorkers(setup);
    const random = randomFrom(seed);
    const seen = new Set<string>();
    for (let round = 0; round < 120; round += 1) {
      const contactId = type === 'MARKETING' ? await subscriber(setup, round) : null;
      const [id = ''] = await setup.mails(1, { type, contactId, recipient: `person-${round}@example.com` });
      const history = await runLife(setup, workers, { id, lane: type === 'MARKETING' ? 2 : 0, random });
      const { email, delivery, attempts } = await setup.stateOf(id);
      const copies = workers.copies.filter((copy) => copy.id === id);
      const about = { seed, round, history, copies, email, attempts };

      expect(delivery, JSON.stringify(about)).toBeUndefined();
      expect(['SENT', 'FAILED'], JSON.stringify(about)).toContain(email.status);
      if (copies.length === 0) expect(email.status === 'FAILED' || email.unconfirmed, JSON.stringify(about)).toBe(true);
      if (copies.length > 1) expect(email.duplicate_possible, JSON.stringify(about)).toBe(true);
      expect(copies.length, JSON.stringify(about)).toBeLessThanOrEqual(type === 'MARKETING' ? 1 : 2);
      const logged = attempts.map(({ attempt }) => attempt);
      for (const { attempt } of copies) expect(logged, JSON.stringify(about)).toContain(attempt);
      for (const step of history) seen.add(step);
    }
    // A run without the rare steps would prove nothing.
    for (const step of ['lost question', 'lost answer', 'withdraw', 'late', 'lapse', 'crash', 'again', 'wait'])
      expect(seen).toContain(step);
  },
  120_000,
);

interface LifeOptions {
  readonly id: string;
  readonly lane: 0 | 2;
  readonly random: () => number;
}

/** Runs random steps with one mail, in an order that depends on the seed; then a healthy worker ends it. */
async function runLife(
  setup: DeliverySetup,
  workers: TwoWorkers,
  { id, lane, random }: LifeOptions,
): Promise<string[]> {
  const history: string[] = [];
  const sessions: WorkerSession[] = [];
  const unrecorded: DeliveryResult[] = [];
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const drop = (session: WorkerSession): void => void sessions.splice(sessions.indexOf(session), 1);

  const ask = async (session: WorkerSession): Promise<void> => {
    const link = pick(['fine', 'fine', 'fine', 'answer', 'question'] as const);
    const loses = link === 'fine' ? undefined : link;
    if (loses) history.push(`lost ${loses}`);
    const { kind } = await workers.gate(session, loses);
    if (kind === 'open') return;
    drop(session);
    if (kind === 'lost' || session.gatedAs !== null) unrecorded.push(workers.withdrawal(session));
    else await workers.putBack(session);
  };
  const go = async (session: WorkerSession): Promise<void> => {
    if (session.gatedAs === null) return ask(session);
    const act = pick(['release', 'release', 'release', 'again', 'give up', 'crash']);
    history.push(act ?? '');
    if (act === 'again') return ask(session);
    drop(session);
    if (act === 'give up') unrecorded.push(workers.withdrawal(session));
    if (act !== 'release') return;
    const answer = pick<RelayAct>(['accept', 'accept', 'defer', 'reject', 'kept-silent', 'lost-silent']) ?? 'accept';
    history.push(answer);
    unrecorded.push(workers.release(session, answer));
  };
  const record = async (result: DeliveryResult): Promise<void> => {
    const counted = await workers.record(result);
    history.push(result.effect.kind === 'withdrawn' ? 'withdraw' : 'result');
    if (!counted) history.push('late');
    if (random() < 0.7) unrecorded.splice(unrecorded.indexOf(result), 1); // else the reply of the database was lost, and it is recorded again
  };
  const steps: (() => Promise<void>)[] = [
    async () => {
      const session = await workers.claim(id, lane);
      if (session) sessions.push(session);
    },
    async () => {
      const session = pick(sessions);
      if (session) await go(session);
    },
    async () => {
      const session = pick(sessions);
      if (session) await go(session);
    },
    async () => {
      const result = pick(unrecorded);
      if (result) await record(result);
    },
    async () => {
      history.push('lapse');
      await workers.lapse(id);
    },
    async () => {
      history.push('wait');
      await setup.due(id);
    },
  ];
  for (let step = 0; step < 25; step += 1) await pick(steps)?.();

  // All connections work again for the workers that are left; then time passes.
  for (const result of unrecorded.toSorted(() => random() - 0.5)) await workers.record(result);
  for (let turn = 0; turn < 6; turn += 1) {
    await workers.lapse(id);
    await setup.due(id);
    const session = await workers.claim(id, lane);
    if (!session || (await workers.gate(session)).kind !== 'open') continue;
    await workers.record(workers.release(session, 'accept'));
  }
  return history;
}

async function prepare(): Promise<{ setup: DeliverySetup; workers: TwoWorkers; id: string }> {
  const setup = await deliverySetup();
  const [id = ''] = await setup.mails(1);
  return { setup, workers: twoWorkers(setup), id };
}

async function claimed(workers: TwoWorkers, id: string): Promise<WorkerSession> {
  const session = await workers.claim(id);
  if (!session) throw new Error('the mail was not due');
  return session;
}

async function subscriber(setup: DeliverySetup, number: number): Promise<string> {
  const { rows } = await setup.client.query<{ id: string }>(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, true, 'api', now(), now()) returning id`,
    [setup.project.id, `subscriber-${number}@example.com`],
  );
  return rows[0]?.id ?? '';
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
