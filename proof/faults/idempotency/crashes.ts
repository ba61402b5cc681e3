import type { ProofProject } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import { detailsOf, type IdempotencySetup, isReused, post, untilKey } from './setup.ts';

/** The process ends as by `kill -9` at each boundary of one request; the other process is then asked for the outcome. */
export async function crashes(setup: IdempotencySetup): Promise<void> {
  const waits: Promise<void>[] = [];
  for (const point of ['idempotency.after-claim', 'idempotency.before-commit']) {
    waits.push(freesItsKey(setup, point, await diesBeforeCommit(setup, point)));
  }
  await diesAfterCommit(setup);
  await losesItsLease(setup);
  await Promise.all(waits);
}

interface CrashedRequest {
  project: ProofProject;
  at: number;
}

async function diesBeforeCommit(setup: IdempotencySetup, point: string): Promise<CrashedRequest> {
  const { apis, check, effects } = setup;
  const project = setup.newProject();
  const doomed = await setup.start({ CRASH_AT: point });
  const lost = await post(doomed, project, 'key');
  const at = Date.now();
  check(`killed at ${point}: the client gets no reply`, lost === null && (await effects(project)) === 0);
  const held = await post(apis[0], project, 'key');
  check(`killed at ${point}: the key is held, without a status`, isReused(held, null), detailsOf(held));
  return { project, at };
}

async function freesItsKey(setup: IdempotencySetup, point: string, { project, at }: CrashedRequest): Promise<void> {
  if (setup.isShort) await expireLease(setup, project);
  const seconds = await untilFree(setup, project, at);
  setup.check(`killed at ${point}: the key is free within 60 seconds`, seconds <= 61, { seconds });
  setup.check(`killed at ${point}: one effect in the end`, (await setup.effects(project)) === 1);
}

async function diesAfterCommit(setup: IdempotencySetup): Promise<void> {
  const { apis, check, effects } = setup;
  const project = setup.newProject();
  const doomed = await setup.start({ CRASH_AT: 'idempotency.after-commit' });
  const lost = await post(doomed, project, 'key');
  check('killed between commit and reply: the client gets no reply', lost === null);
  const repeat = await post(apis[1], project, 'key');
  check('killed between commit and reply: the key says 200', isReused(repeat, 200), detailsOf(repeat));
  check('killed between commit and reply: the effect is there once', (await effects(project)) === 1);
}

/** A process that is suspended past its lease continues after another has done the work: its own result must not count. */
async function losesItsLease(setup: IdempotencySetup): Promise<void> {
  const { apis, check, effects } = setup;
  const project = setup.newProject();
  const sleeper = await setup.start({ CRASH_AT: 'idempotency.after-claim@3000' });
  const late = post(sleeper, project, 'key');
  await untilKey(setup, project, 'claimed');
  await expireLease(setup, project);
  const taken = await post(apis[0], project, 'key');
  check('a key whose lease has lapsed is taken over', taken?.status === 200, taken?.status);
  const refused = await late;
  check('the former owner is refused when it wakes', isReused(refused, 200), detailsOf(refused));
  check('and only one of the two had an effect', (await effects(project)) === 1);
}

/** Replaces a minute of waiting. */
const expireLease = ({ client }: IdempotencySetup, project: ProofProject): Promise<unknown> =>
  client.query('update idempotency_keys set lease_until = now() where project_id = $1', [project.id]);

async function untilFree(setup: IdempotencySetup, project: ProofProject, since: number): Promise<number> {
  for (let tries = 0; tries < 140; tries += 1) {
    const response = await post(setup.apis[tries % 2 === 0 ? 0 : 1], project, 'key');
    const seconds = (Date.now() - since) / 1_000;
    if (response?.status === 200) return seconds;
    if (!isReused(response, null)) return Number.POSITIVE_INFINITY;
    await sleep(0.5);
  }
  return Number.POSITIVE_INFINITY;
}
