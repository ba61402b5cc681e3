import type { ProofProject } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import type { Range } from './range.ts';
import { detailsOf, isReused, post, untilKey } from './range.ts';

/** The process ends as by `kill -9` at each boundary of one request; the other process is asked what became of it. */
export async function crashes(range: Range): Promise<void> {
  const waits: Promise<void>[] = [];
  for (const point of ['idempotency.after-claim', 'idempotency.before-commit']) {
    waits.push(freesItsKey(range, point, await diesBeforeCommit(range, point)));
  }
  await diesAfterCommit(range);
  await losesItsLease(range);
  await Promise.all(waits);
}

interface Death {
  project: ProofProject;
  at: number;
}

async function diesBeforeCommit(range: Range, point: string): Promise<Death> {
  const { apis, check, effects } = range;
  const project = range.newProject();
  const doomed = await range.start({ CRASH_AT: point });
  const lost = await post(doomed, project, 'key');
  const at = Date.now();
  check(`killed at ${point}: the client gets no answer`, lost === null && (await effects(project)) === 0);
  const held = await post(apis[0], project, 'key');
  check(`killed at ${point}: the key is held, without a status`, isReused(held, null), detailsOf(held));
  return { project, at };
}

async function freesItsKey(range: Range, point: string, { project, at }: Death): Promise<void> {
  if (range.isShort) await lapse(range, project);
  const seconds = await untilFree(range, project, at);
  range.check(`killed at ${point}: the key is free within 60 seconds`, seconds <= 61, { seconds });
  range.check(`killed at ${point}: one effect in the end`, (await range.effects(project)) === 1);
}

async function diesAfterCommit(range: Range): Promise<void> {
  const { apis, check, effects } = range;
  const project = range.newProject();
  const doomed = await range.start({ CRASH_AT: 'idempotency.after-commit' });
  const lost = await post(doomed, project, 'key');
  check('killed between commit and answer: the client gets no answer', lost === null);
  const told = await post(apis[1], project, 'key');
  check('killed between commit and answer: the key says 200', isReused(told, 200), detailsOf(told));
  check('killed between commit and answer: the effect is there once', (await effects(project)) === 1);
}

/** A process that sleeps past its lease wakes up when another has done the work: its own must not count. */
async function losesItsLease(range: Range): Promise<void> {
  const { apis, check, effects } = range;
  const project = range.newProject();
  const sleeper = await range.start({ CRASH_AT: 'idempotency.after-claim@3000' });
  const late = post(sleeper, project, 'key');
  await untilKey(range, project, 'claimed');
  await lapse(range, project);
  const taken = await post(apis[0], project, 'key');
  check('a key whose lease has lapsed is taken over', taken?.status === 200, taken?.status);
  const refused = await late;
  check('the former owner is refused when it wakes', isReused(refused, 200), detailsOf(refused));
  check('and only one of the two had an effect', (await effects(project)) === 1);
}

/** What a minute does. */
const lapse = ({ client }: Range, project: ProofProject): Promise<unknown> =>
  client.query('update idempotency_keys set lease_until = now() where project_id = $1', [project.id]);

async function untilFree(range: Range, project: ProofProject, since: number): Promise<number> {
  for (let tries = 0; tries < 140; tries += 1) {
    const answer = await post(range.apis[tries % 2 === 0 ? 0 : 1], project, 'key');
    const seconds = (Date.now() - since) / 1_000;
    if (answer?.status === 200) return seconds;
    if (!isReused(answer, null)) return Number.POSITIVE_INFINITY;
    await sleep(0.5);
  }
  return Number.POSITIVE_INFINITY;
}
