import type { Route } from '../../server/src/platform/http/index.ts';
import { sendRequest } from '../../server/testing/client.ts';
import {
  type MatrixRequest,
  nameOf,
  nameOfTarget,
  newAddress,
  ownersHeaders,
  type ProjectFixture,
  pathOf,
  requests,
  type Target,
  withValue,
} from '../../server/testing/matrix/index.ts';
import type { HostileRequest } from './attack-all.ts';
import { attackTargetsOf } from './attack-targets.ts';
import { type Attack, attacks, writeBody } from './attacks.ts';
import type { HostileRun } from './hostile-run.ts';

const bodyBytes = 1_000_000;
const accountBodyBytes = 15_000;
/** With everything around it, less than the 16 KB that a head may have. */
const addressBytes = 12_000;

/** Every attack on every target of a route; in the short form every n-th, another selection for each target. */
export async function* routeRequests(run: HostileRun, route: Route, step: number): AsyncGenerator<HostileRequest> {
  const plan = planOf(route).filter((_, index) => index % step === 0);
  let prepared: PreparedRequest | undefined;
  let last: Target | undefined;
  for (const { target, attack } of plan) {
    if (!prepared || target !== last) {
      await run.resetRateLimits();
      prepared = await prepareRequest(route, run, step > 1 && !opensAccount(route) ? prepared?.fixture : undefined);
      last = target;
    }
    const { request, fixture } = prepared;
    const hostile = withValue(request, target, attack.value(bytesFor(route, target)));
    yield {
      name: `${nameOf(route)}, ${nameOfTarget(target)}, ${attack.name}`,
      send: () => send(run.victim.url, route, fixture, hostile),
    };
  }
}

export const planOf = (route: Route): { target: Target; attack: Attack }[] =>
  attackTargetsOf(route).flatMap((target) =>
    attacks
      .filter(({ where }) => where === 'anywhere' || target.location === 'body')
      .map((attack) => ({ target, attack })),
  );

function bytesFor({ access, takesAnyBody }: Route, { location, path }: Target): number {
  if (location !== 'body') return location === 'params' && path.length > 0 ? 1_900 : addressBytes;
  return access === 'secret' || access === 'public' || takesAnyBody ? bodyBytes : accountBodyBytes;
}

export interface PreparedRequest {
  readonly fixture: ProjectFixture;
  readonly request: MatrixRequest;
}

/** Some of them delete their project, or the person. */
const opensAccount = ({ access }: Route): boolean => access === 'session' || access === 'member';

/** A project of its own for each attacked target, unless one is given: creating one takes time. */
export async function prepareRequest(route: Route, run: HostileRun, known?: ProjectFixture): Promise<PreparedRequest> {
  const build = requests[nameOf(route)];
  if (!build) throw new Error(`add a request for ${nameOf(route)} to server/testing/matrix/requests`);
  const fixture = known ?? (await run.newFixture());
  const prepared = await build(fixture);
  const isWait = route.path === '/inbox/wait';
  return { fixture, request: isWait ? { ...prepared, query: { ...prepared.query, timeout: '1' } } : prepared };
}

async function send(url: string, route: Route, fixture: ProjectFixture, request: MatrixRequest): Promise<number> {
  const isJson = request.form === undefined && request.body !== undefined;
  const { status } = await sendRequest(url, {
    method: route.method,
    path: pathOf(route, request),
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      'x-forwarded-for': newAddress(),
      ...ownersHeaders(route, fixture),
    },
    ...(isJson ? { raw: writeBody(request.body) } : { body: request.form }),
  });
  return status;
}
