import { sleep } from '../fault-run.ts';
import { inParallel } from '../requests.ts';
import type { Journey } from './journeys.ts';
import { countActive, secondsToNext, settle, type WorkflowSetup } from './setup.ts';

const [minute, hour, day] = [60, 3_600, 86_400];
/** How far the clock is turned at a time. */
const turns = [20, minute, 5 * minute, 25 * minute, 2 * hour, 9 * hour, day, 3 * day, 11 * day, 40 * day];
const events = ['purchase', 'trial ended'];

interface TimelineOptions {
  readonly setup: WorkflowSetup;
  readonly journeys: readonly Journey[];
  readonly random: () => number;
  readonly kills: number;
}

export interface Timeline {
  readonly turns: number;
  readonly kills: number;
}

/**
 * Starts every journey, then lets time pass in leaps until all have ended: between two leaps everything that is due is done, while
 * processes are killed and events of random contacts come. Throws if something does not come to an end.
 */
export async function runTimeline(options: TimelineOptions): Promise<Timeline> {
  const { setup, journeys, random, kills } = options;
  const { cluster, processes } = setup;
  await sendAll(setup, journeys.map(startOf));
  let [turned, killed] = [0, 0];
  for (; ; turned += 1) {
    await settle(setup);
    if ((await countActive(setup)) === 0) break;
    if (turned > 2_000) throw new Error('the journeys do not end');
    await cluster.turn(await nextTurn(options));
    const sending = sendAll(setup, randomEvents(options));
    const many = Math.ceil((kills - killed) / 40); // most of them early, while much is under way
    for (let time = 0; time < many && killed < kills; time += 1, killed += 1) {
      await sleep(0.3 + random());
      processes.killOne(random);
      await cluster.turn(6); // past the leases of the dead
    }
    await sending;
  }
  return { turns: turned, kills: killed };
}

/** A leap of random size, most of the time at least to the next moment that something is due. */
async function nextTurn({ setup, random }: TimelineOptions): Promise<number> {
  const chosen = turns[Math.floor(random() * turns.length)] ?? minute;
  const next = (await secondsToNext(setup)) ?? 0;
  return next > chosen && (next > 40 * day || random() < 0.7) ? next + 1 : chosen;
}

interface TrackedEvent {
  readonly journey: Journey;
  readonly event: string;
  readonly data: object;
}

const passing = (value: number): object => ({ value, persistent: false });

const startOf = (journey: Journey): TrackedEvent => ({
  ...{ journey, event: journey.startEvent, data: { ...journey.persistent, amount: passing(journey.amount) } },
});

/** An event for one contact in ten. */
function randomEvents({ journeys, random }: TimelineOptions): TrackedEvent[] {
  return journeys.flatMap((journey) => {
    if (random() > 0.1) return [];
    const event = events[Math.floor(random() * events.length)] ?? '';
    return [{ journey, event, data: { amount: passing(Math.floor(random() * 30)) } }];
  });
}

function sendAll(setup: WorkflowSetup, all: readonly TrackedEvent[]): Promise<void> {
  return inParallel(all, 8, async ({ journey, event, data }) => {
    const api = setup.as(journey.project.secretKey);
    const { status } = await api.post('/events/track', { email: journey.email, event, data });
    if (status !== 200) throw new Error(`an event was not taken: ${status}`);
  });
}
