import type { Route } from '../../server/src/platform/http/index.ts';
import type { MatrixRequest, Scene, Target } from '../../server/testing/matrix/index.ts';
import {
  nameOf,
  nameOfTarget,
  newAddress,
  ownersHeaders,
  pathOf,
  requests,
  withValue,
} from '../../server/testing/matrix/index.ts';
import type { Shot } from './attack-all.ts';
import type { Attack } from './attacks.ts';
import { attacks, writeBody } from './attacks.ts';
import { placesOf } from './places.ts';
import type { HostileRun } from './scenes.ts';

const bodyBytes = 1_000_000;
const accountBodyBytes = 15_000;
/** With everything around it, less than the 16 KB that a head may have. */
const addressBytes = 12_000;

/** Every attack in every place of a route; in the short form every n-th, another selection in each place. */
export async function* shotsAt(run: HostileRun, route: Route, step: number): AsyncGenerator<Shot> {
  const plan = planOf(route).filter((_, index) => index % step === 0);
  let good: Good | undefined;
  let last: Target | undefined;
  for (const { target, attack } of plan) {
    if (!good || target !== last) {
      await run.forgetRates();
      good = await goodRequest(route, run, step > 1 && !opensAccount(route) ? good?.scene : undefined);
      last = target;
    }
    const { request, scene } = good;
    const hostile = withValue(request, target, attack.value(bytesFor(route, target)));
    yield {
      name: `${nameOf(route)}, ${nameOfTarget(target)}, ${attack.name}`,
      ask: () => send(run.victim.url, route, scene, hostile),
    };
  }
}

export const planOf = (route: Route): { target: Target; attack: Attack }[] =>
  placesOf(route).flatMap((target) =>
    attacks
      .filter(({ where }) => where === 'anywhere' || target.place === 'body')
      .map((attack) => ({ target, attack })),
  );

function bytesFor({ access, takesAnyBody }: Route, { place, path }: Target): number {
  if (place !== 'body') return place === 'params' && path.length > 0 ? 1_900 : addressBytes;
  return access === 'secret' || access === 'public' || takesAnyBody ? bodyBytes : accountBodyBytes;
}

export interface Good {
  readonly scene: Scene;
  readonly request: MatrixRequest;
}

/** Some of them delete their project, or the person. */
const opensAccount = ({ access }: Route): boolean => access === 'session' || access === 'member';

/** A project of its own for each place that is attacked, unless one is given: making one takes its time. */
export async function goodRequest(route: Route, run: HostileRun, known?: Scene): Promise<Good> {
  const build = requests[nameOf(route)];
  if (!build) throw new Error(`add a request for ${nameOf(route)} to server/testing/matrix/requests`);
  const scene = known ?? (await run.newScene());
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
