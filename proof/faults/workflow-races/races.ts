import { type GivenStep, givenTemplate, givenWorkflow } from '../../../server/testing/workflow-setup.ts';
import { sleep } from '../fault-run.ts';
import { emailOf, endsOf, forEach, type RaceGround, reachTimes, track } from './race-ground.ts';

/** Two things in the same moment, for each contact of a ground. */
interface Race {
  readonly name: string;
  /** Runs it to its end; returns what is wrong, or null. */
  run(ground: RaceGround): Promise<unknown>;
}

const exit = (reason: string, more: Partial<GivenStep> = {}): GivenStep => ({
  ...{ type: 'EXIT', config: { reason }, ...more },
});
const paidOrLate: GivenStep[] = [
  { type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 3_600 } },
  exit('paid'),
  exit('late', { after: 0, branch: 'timeout' }),
];
const delayed = async ({ api }: RaceGround): Promise<GivenStep[]> => [
  { type: 'DELAY', config: { amount: 1, unit: 'hours' } },
  { type: 'SEND_EMAIL', templateId: await givenTemplate(api) },
  exit('end'),
];

/** The contacts enter, and rest at their first step. */
async function enter(ground: RaceGround): Promise<void> {
  await forEach(ground, (number) => track(ground, 'signup', number));
  await ground.settle();
}

/** Wrong unless these ends, together, are those of all contacts. */
async function unlessAllEnded(ground: RaceGround, reasons: readonly string[]): Promise<unknown> {
  await ground.settle();
  const ends = await endsOf(ground);
  const sum = reasons.reduce((all, reason) => all + (ends[reason] ?? 0), 0);
  return sum === ground.people && Object.keys(ends).every((end) => reasons.includes(end)) ? null : ends;
}

const eventBehindStart: Race = {
  name: 'an event right behind the one that starts an execution ends its wait',
  async run(ground) {
    await givenWorkflow(ground.api, { steps: paidOrLate });
    await forEach(ground, async (number) => {
      await track(ground, 'signup', number);
      await sleep(ground.random() * 0.05);
      await track(ground, 'paid', number);
    });
    return unlessAllEnded(ground, ['paid']);
  },
};

const eventAndTimeout: Race = {
  name: 'of an event and a time-out one wins',
  async run(ground) {
    await givenWorkflow(ground.api, { steps: paidOrLate });
    await enter(ground);
    const events = forEach(ground, (number) => track(ground, 'paid', number));
    for (let part = 0; part < 8; part += 1) await reachTimes(ground, 0.1);
    await events;
    return unlessAllEnded(ground, ['paid', 'late']);
  },
};

const cancelAndStep: Race = {
  name: 'a cancellation beside a step: who was told that it is cancelled has no later step',
  async run(ground) {
    const { id } = await givenWorkflow(ground.api, { steps: await delayed(ground) });
    await enter(ground);
    const executions = await activeIds(ground);
    await reachTimes(ground);
    let cancelled = 0;
    await forEach(ground, async (number) => {
      await sleep(ground.random() * 0.3);
      const { status } = await ground.api.delete(`/workflows/${id}/executions/${executions[number]}`);
      if (status === 200) cancelled += 1;
      else if (status !== 409) throw new Error(`a cancellation got ${status}`);
    });
    const wrong = await unlessAllEnded(ground, ['end', 'cancelled']);
    const ends = await endsOf(ground);
    return wrong ?? ((ends.cancelled ?? 0) === cancelled ? null : { ends, cancelled });
  },
};

const cancelAll: Race = {
  name: 'cancel-all beside steps: it says how many it has ended',
  async run(ground) {
    const { id } = await givenWorkflow(ground.api, { steps: await delayed(ground) });
    await enter(ground);
    await reachTimes(ground);
    await sleep(ground.random() * 0.3);
    const { body } = await ground.api.post(`/workflows/${id}/executions/cancel-all`);
    const wrong = await unlessAllEnded(ground, ['end', 'cancelled_all']);
    const ends = await endsOf(ground);
    return wrong ?? ((ends.cancelled_all ?? 0) === body.cancelled ? null : { ends, said: body });
  },
};

const deletedContact: Race = {
  name: 'a contact deleted while its event comes',
  async run(ground) {
    const { client, project, api } = ground;
    await givenWorkflow(api, { steps: paidOrLate });
    await enter(ground);
    const { rows } = await client.query<{ id: string; email: string }>(
      'select id, email from contacts where project_id = $1',
      [project.id],
    );
    const idOf = new Map(rows.map(({ id, email }) => [email, id]));
    await forEach(ground, (number) =>
      Promise.all([
        track(ground, 'paid', number),
        sleep(ground.random() * 0.03).then(() => api.delete(`/contacts/${idOf.get(emailOf(number))}`)),
      ]),
    );
    return unlessAllEnded(ground, ['paid', 'contact_deleted']);
  },
};

const sameEvent: Race = {
  name: 'one event, many times at once, starts one execution',
  async run(ground) {
    await givenWorkflow(ground.api, { steps: [exit('once')] });
    // Why few contacts at a time: of 200 calls at once a busy machine refuses some, and their repeats use up the project's minute.
    const tenTimes = (number: number) => Promise.all(Array.from({ length: 10 }, () => track(ground, 'signup', number)));
    await forEach(ground, tenTimes, 3);
    return unlessAllEnded(ground, ['once']);
  },
};

export const races: readonly Race[] = [
  eventBehindStart,
  eventAndTimeout,
  cancelAndStep,
  cancelAll,
  deletedContact,
  sameEvent,
];

async function activeIds({ client, project }: RaceGround): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from executions where project_id = $1 order by id', [
    project.id,
  ]);
  return rows.map(({ id }) => id);
}
