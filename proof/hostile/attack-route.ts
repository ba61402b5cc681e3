import type { Route } from '../../server/src/platform/http/index.ts';
import type { MatrixRequest, Scene, Target } from '../../server/testing/matrix/index.ts';
import {
  nameOf,
  nameOfTarget,
  newAddress,
  ownersHeaders,
  pathOf,
  requests,
  targetsOf,
  withValue,
} from '../../server/testing/matrix/index.ts';
import type { Attack } from './attacks.ts';
import { attacks, writeBody } from './attacks.ts';
import type { HostileRun } from './scenes.ts';
import { tryRequest, waitProblems } from './try-request.ts';

/** What a route did under every attack. */
export interface RouteReport {
  readonly requests: number;
  readonly longestWaitMs: number;
  readonly processorMs: number;
  readonly grownBytes: number;
  readonly failures: readonly string[];
}

const mostGrownBytes = 150 * 1_048_576;
const bodyBytes = 1_000_000;
const accountBodyBytes = 15_000;
/** With everything around it, less than the 16 KB that a head may have. */
const addressBytes = 12_000;
/** In the short form each place meets every n-th attack, another selection in each place. */
const shortStep = 9;

export async function attackRoute(run: HostileRun, route: Route, isShort: boolean): Promise<RouteReport> {
  const { victim } = run;
  const failures: string[] = [];
  let count = 0;
  let longestWaitMs = 0;
  let processorMs = 0;
  await run.forgetRates();
  const { rssBytes } = await victim.read('gc');
  victim.peakBytes();
  const plan = planOf(route, isShort);
  let good = await goodRequest(route, run);
  for (const [place, { target, attack }] of plan.entries()) {
    if (place > 0 && plan[place - 1]?.target !== target) {
      await run.forgetRates();
      good = await goodRequest(route, run);
    }
    const hostile = withValue(good.request, target, attack.value(bytesFor(route, target)));
    const trial = await tryRequest(run, () => send(victim.url, route, good.scene, hostile));
    count += 1;
    longestWaitMs = Math.max(longestWaitMs, trial.waitMs);
    processorMs = Math.max(processorMs, trial.processorMs);
    const name = `${nameOfTarget(target)}, ${attack.name}`;
    if (trial.status >= 500) failures.push(`${name}: ${trial.status}`);
    for (const problem of waitProblems(trial)) failures.push(`${name}: ${problem}`);
    if (victim.hasEnded) throw new Error(`${nameOf(route)}, ${name}: the process has ended`);
  }
  const grownBytes = Math.max(0, victim.peakBytes() - rssBytes);
  if (grownBytes > mostGrownBytes) failures.push(`memory grew by ${Math.round(grownBytes / 1_048_576)} MB`);
  return { requests: count, longestWaitMs, processorMs, grownBytes, failures };
}

/** What a body that others shape may hold; the name is one that signed notices have. */
const anyBody: Target = { place: 'body', path: ['Message'] };

function planOf(route: Route, isShort: boolean): { target: Target; attack: Attack }[] {
  const fitting = [...targetsOf(route), ...(route.takesAnyBody ? [anyBody] : [])].flatMap((target) =>
    attacks
      .filter(({ where }) => where === 'anywhere' || target.place === 'body')
      .map((attack) => ({ target, attack })),
  );
  return isShort ? fitting.filter((_, place) => place % shortStep === 0) : fitting;
}

function bytesFor({ access, takesAnyBody }: Route, { place, path }: Target): number {
  if (place !== 'body') return place === 'params' && path.length > 0 ? 1_900 : addressBytes;
  return access === 'secret' || access === 'public' || takesAnyBody ? bodyBytes : accountBodyBytes;
}

interface Good {
  readonly scene: Scene;
  readonly request: MatrixRequest;
}

/** A project of its own for each place that is attacked: some routes delete theirs. */
async function goodRequest(route: Route, run: HostileRun): Promise<Good> {
  const build = requests[nameOf(route)];
  if (!build) throw new Error(`add a request for ${nameOf(route)} to server/testing/matrix/requests`);
  const scene = await run.newScene();
  const good = await build(scene);
  const isWait = route.path === '/inbox/wait';
  return { scene, request: isWait ? { ...good, query: { ...good.query, timeout: '1' } } : good };
}

async function send(url: string, route: Route, scene: Scene, request: MatrixRequest): Promise<number> {
  const body = request.form ?? (request.body === undefined ? undefined : writeBody(request.body));
  const response = await fetch(url + pathOf(route, request), {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      'x-forwarded-for': newAddress(),
      ...ownersHeaders(route, scene),
    },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response.status;
}
