import { expect, test } from 'vitest';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import type { RelayAct, Session, TwoWorkers } from '#testing/two-workers';
import { twoWorkers } from '#testing/two-workers';
import type { Result } from './result.ts';

test('F7 a withdrawal whose question never arrived leaves the hand-over of the next worker alone', async () => {
  const { yard, workers, id } = await setup();
  const a = await claimed(workers, id);
  expect(await workers.gate(a, 'question')).toEqual({ kind: 'lost' });
  await workers.lapse(id);
  const b = await claimed(workers, id);
  expect(await workers.gate(b)).toMatchObject({ kind: 'open', attempt: 1 });

  expect(await workers.record(workers.withdrawal(a))).toBe(false);

  expect((await yard.look(id)).delivery).toMatchObject({
    phase: 'COMMITTING',
    fence: b.claim.fence,
    gated_fence: b.claim.fence,
    attempt: 1,
  });
  expect(await workers.record(workers.release(b, 'accept'))).toBe(true);
  expect((await yard.look(id)).email).toMatchObject({ status: 'SENT', duplicate_possible: false, attempts: 1 });
});

test('F7 it leaves the doubt of the next worker alone as well', async () => {
  const { yard, workers, id } = await setup();
  const a = await claimed(workers, id);
  await workers.gate(a, 'question');
  await workers.lapse(id);
  const b = await claimed(workers, id);
  await workers.gate(b);
  await workers.record(workers.release(b, 'kept-silent'));

  expect(await workers.record(workers.withdrawal(a))).toBe(false);

  expect((await yard.look(id)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1, repeats: 0 });
});

test('F7 a withdrawal that is tried again does not hit the next claim of the same worker', async () => {
  const { yard, workers, id } = await setup();
  const first = await claimed(workers, id);
  await workers.gate(first, 'question');
  const withdrawal = workers.withdrawal(first);
  expect(await workers.record(withdrawal)).toBe(true); // and its answer is lost as well
  const second = await claimed(workers, id);
  expect(await workers.gate(second)).toMatchObject({ kind: 'open', attempt: 1 });

  expect(await workers.record(withdrawal)).toBe(false);

  expect((await yard.look(id)).delivery).toMatchObject({ phase: 'COMMITTING', gated_fence: second.claim.fence });
});

test('F7 a withdrawal after a lost yes lifts the doubt that others had about it', async () => {
  const { yard, workers, id } = await setup();
  const a = await claimed(workers, id);
  await workers.gate(a, 'answer');
  await workers.lapse(id);
  expect(await workers.claim(id)).toBeNull(); // B finds a mail past the gate, and waits
  expect((await yard.look(id)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 });

  expect(await workers.record(workers.withdrawal(a))).toBe(true);

  expect((await yard.look(id)).delivery).toMatchObject({ phase: null, gated_fence: null, fence: null, repeats: 0 });
});

test('F7 a real answer counts by attempt and claim together', async () => {
  const { yard, workers, id } = await setup();
  const a = await claimed(workers, id);
  await workers.gate(a);
  const yes = workers.release(a, 'accept');
  const guessed = { ...yes, claim: { ...a.claim, fence: '00000000-0000-4000-8000-000000000000' } };

  expect(await workers.record({ ...yes, gatedAs: 2, entry: null })).toBe(false);
  expect(await workers.record({ ...guessed, entry: null })).toBe(false);
  expect((await yard.look(id)).delivery).toMatchObject({ phase: 'COMMITTING' });
  expect(await workers.record(yes)).toBe(true);
});

test('beside the previous version: its statements end what it passes through this gate, and what passed before is doubt', async () => {
  const { yard, workers, id } = await setup();
  const old = await claimed(workers, id);
  await workers.gate(old);
  const byAttempt = `delete from deliveries where id = $1 and attempt = $2 and phase in ('COMMITTING', 'UNKNOWN')`;
  expect((await yard.client.query(byAttempt, [id, old.gatedAs])).rowCount).toBe(1);

  const [before = ''] = await yard.mails(1);
  const session = await claimed(workers, before);
  await workers.gate(session);
  await yard.client.query('update deliveries set gated_fence = null where id = $1', [before]);
  await workers.lapse(before);
  expect(await workers.claim(before)).toBeNull();
  expect((await yard.look(before)).delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 });
});

test.each([
  ['TRANSACTIONAL', 1],
  ['TRANSACTIONAL', 2],
  ['MARKETING', 3],
] as const)(
  'I1 I2 %s, any order of claims, lost answers, lapses and late results: never lost, one copy unless flagged (%i)',
  async (type, seed) => {
    const yard = await deliveryYard();
    const workers = twoWorkers(yard);
    const random = randomFrom(seed);
    const seen = new Set<string>();
    for (let round = 0; round < 120; round += 1) {
      const contactId = type === 'MARKETING' ? await subscriber(yard, round) : null;
      const [id = ''] = await yard.mails(1, { type, contactId, recipient: `person-${round}@example.com` });
      const history = await live(yard, workers, { id, lane: type === 'MARKETING' ? 2 : 0, random });
      const { email, delivery, attempts } = await yard.look(id);
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
    // A run that never came to the rare steps would prove nothing.
    for (const step of ['lost question', 'lost answer', 'withdraw', 'late', 'lapse', 'crash', 'again', 'wait'])
      expect(seen).toContain(step);
  },
  120_000,
);

interface Life {
  readonly id: string;
  readonly lane: 0 | 2;
  readonly random: () => number;
}

/** Lets everything happen to one mail that can, in an order the seed decides; then a healthy worker ends it. */
async function live(yard: DeliveryYard, workers: TwoWorkers, { id, lane, random }: Life): Promise<string[]> {
  const history: string[] = [];
  const sessions: Session[] = [];
  const unsaid: Result[] = [];
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const drop = (session: Session): void => void sessions.splice(sessions.indexOf(session), 1);

  const ask = async (session: Session): Promise<void> => {
    const link = pick(['fine', 'fine', 'fine', 'answer', 'question'] as const);
    const loses = link === 'fine' ? undefined : link;
    if (loses) history.push(`lost ${loses}`);
    const { kind } = await workers.gate(session, loses);
    if (kind === 'open') return;
    drop(session);
    if (kind === 'lost' || session.gatedAs !== null) unsaid.push(workers.withdrawal(session));
    else await workers.putBack(session);
  };
  const go = async (session: Session): Promise<void> => {
    if (session.gatedAs === null) return ask(session);
    const act = pick(['release', 'release', 'release', 'again', 'give up', 'crash']);
    history.push(act ?? '');
    if (act === 'again') return ask(session);
    drop(session);
    if (act === 'give up') unsaid.push(workers.withdrawal(session));
    if (act !== 'release') return;
    const answer = pick<RelayAct>(['accept', 'accept', 'defer', 'reject', 'kept-silent', 'lost-silent']) ?? 'accept';
    history.push(answer);
    unsaid.push(workers.release(session, answer));
  };
  const tell = async (result: Result): Promise<void> => {
    const counted = await workers.record(result);
    history.push(result.effect.kind === 'withdrawn' ? 'withdraw' : 'result');
    if (!counted) history.push('late');
    if (random() < 0.7) unsaid.splice(unsaid.indexOf(result), 1); // else its answer was lost, and it is told again
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
      const result = pick(unsaid);
      if (result) await tell(result);
    },
    async () => {
      history.push('lapse');
      await workers.lapse(id);
    },
    async () => {
      history.push('wait');
      await yard.due(id);
    },
  ];
  for (let step = 0; step < 25; step += 1) await pick(steps)?.();

  // The links heal for those who live; then time passes.
  for (const result of unsaid.toSorted(() => random() - 0.5)) await workers.record(result);
  for (let turn = 0; turn < 6; turn += 1) {
    await workers.lapse(id);
    await yard.due(id);
    const session = await workers.claim(id, lane);
    if (!session || (await workers.gate(session)).kind !== 'open') continue;
    await workers.record(workers.release(session, 'accept'));
  }
  return history;
}

async function setup(): Promise<{ yard: DeliveryYard; workers: TwoWorkers; id: string }> {
  const yard = await deliveryYard();
  const [id = ''] = await yard.mails(1);
  return { yard, workers: twoWorkers(yard), id };
}

async function claimed(workers: TwoWorkers, id: string): Promise<Session> {
  const session = await workers.claim(id);
  if (!session) throw new Error('the mail was not due');
  return session;
}

async function subscriber(yard: DeliveryYard, number: number): Promise<string> {
  const { rows } = await yard.client.query<{ id: string }>(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, true, 'api', now(), now()) returning id`,
    [yard.project.id, `subscriber-${number}@example.com`],
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
