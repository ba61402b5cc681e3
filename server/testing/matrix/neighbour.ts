import { randomUUID } from 'node:crypto';
import type { Resource, Route } from '../../src/platform/http/index.ts';
import type { Reply } from '../client.ts';
import type { ProjectFixture } from './project-fixture.ts';
import { type MatrixRequest, nameOf, type Requests, send } from './request.ts';
import { resourceBuilders } from './resources.ts';
import type { RowInspector } from './rows.ts';
import { type Slot, slotsOf, withId } from './slots.ts';

export interface Neighbours {
  readonly own: ProjectFixture;
  readonly other: ProjectFixture;
  readonly rows: RowInspector;
  readonly requests: Requests;
  /** Lets the neighbour call at the same moment, each time. */
  readonly isInterleaved?: boolean;
}

/** Tries a neighbour's id in every slot of a route and reports everything that was accepted, changed or disclosed. */
export async function neighbourViolations(route: Route, world: Neighbours): Promise<string[]> {
  const found: string[] = [];
  for (const slot of slotsOf(route)) {
    const where = `${nameOf(route)}, ${slot.location} ${slot.path.join('.')}`;
    found.push(...(await slotViolations(route, slot, world)).map((what) => `${where}: ${what}`));
  }
  return found;
}

async function slotViolations(route: Route, slot: Slot, world: Neighbours): Promise<string[]> {
  if (slot.kind === null) return ['looks like an id and names no resource'];
  const { own, other, rows } = world;
  const good = await requestOf(route, world);
  const [intruder, stray] = [await other.known(slot.kind), await own.known(anotherKind(slot.kind))];
  const untilQuiet = () => (route.replies[202] === undefined ? null : own.app.settle()); // queued work counts too
  await untilQuiet();
  const before = await rows.checksum(other.project.id);
  const theirs = await tryId(route, slot, world, good, intruder);
  const unknown = await tryId(route, slot, world, good, randomUUID());
  const misfit = await tryId(route, slot, world, good, stray);
  await untilQuiet();
  const after = await rows.checksum(other.project.id);
  const problems = [theirs, unknown, misfit].flatMap((attempt) => attempt.problems);
  if (theirs.reply !== unknown.reply)
    problems.push(`distinguishes a neighbour's id:\n  ${theirs.reply}\n  ${unknown.reply}`);
  if (before !== after) problems.push("changed the neighbour's rows");
  return problems;
}

const anotherKind = (kind: Resource): Resource => (kind === 'contact' ? 'user' : 'contact');

async function tryId(
  route: Route,
  slot: Slot,
  world: Neighbours,
  good: MatrixRequest,
  id: string,
): Promise<{ reply: string; problems: string[] }> {
  const [reply, theirs] = await Promise.all([
    send(route, world.own, withId(good, slot, id)),
    world.isInterleaved ? world.other.app.as(world.other.project.secretKey).get('/contacts') : null,
  ]);
  const problems: string[] = [];
  if (reply.status !== 404 && reply.status !== 422 && !tolerant.has(nameOf(route)))
    problems.push(`answered ${reply.status}: ${reply.text.slice(0, 200)}`);
  if (holds(reply, world.other.word, id))
    problems.push(`shows what belongs to the neighbour: ${reply.text.slice(0, 200)}`);
  if (theirs && (theirs.status !== 200 || holds(theirs, world.own.word)))
    problems.push('the neighbour was shown our data');
  return { reply: cut(reply, id), problems };
}

/** Routes for which an unknown id is no error of the request (D-117, D-410, D-1012, D-1042). They must still not distinguish it from a neighbour's. */
const tolerant = new Set([
  ...['subscribe', 'unsubscribe', 'delete'].map((name) => `POST /contacts/bulk-${name}`),
  'GET /activity',
  'GET /emails',
  'GET /events',
  'GET /logs',
  'GET /workflows/:id/executions',
]);

/** Routes that administrators of the instance may call for any project (D-1044, D-1124): here they are called by a team member. */
const ofAdministrators = new Set([
  'GET /doctor',
  'POST /doctor',
  'POST /projects/:id/disable',
  'POST /projects/:id/enable',
]);

/** Routes whose reply is about the caller's own calls, or the moment, and so differs from one call to the next. */
const ofCalls = new Set([
  'GET /doctor',
  'GET /stream',
  'GET /logs',
  'GET /projects/:id/keys',
  'GET /projects/:id/setup-state',
]);

/** Calls routes as their owner before and after a neighbour gets new rows; reports rows of others and what changes. */
export async function readViolations(routes: readonly Route[], world: Neighbours): Promise<string[]> {
  const calls: { route: Route; good: MatrixRequest }[] = [];
  for (const route of routes) calls.push({ route, good: await requestOf(route, world) });
  const callAll = async (): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (const { route, good } of calls) replies.push(await send(route, world.own, good));
    return replies;
  };
  const first = await callAll();
  for (const kind of Object.keys(resourceBuilders) as Resource[]) await world.other.make(kind); // the registry's own keys
  const second = await callAll();
  return calls.flatMap(({ route }, index) => {
    const [earlier, later] = [first[index], second[index]];
    if (!earlier || !later) return [`${nameOf(route)}: gave no reply`];
    const problems: string[] = [];
    if ([earlier, later].some((reply) => holds(reply, world.other.word))) problems.push('lists rows of a neighbour');
    if (!ofCalls.has(nameOf(route)) && cut(earlier) !== cut(later))
      problems.push(`changes when a neighbour gets new rows:\n  ${cut(earlier)}\n  ${cut(later)}`);
    return problems.map((what) => `${nameOf(route)}: ${what}`);
  });
}

async function requestOf(route: Route, { requests, own }: Neighbours): Promise<MatrixRequest> {
  const build = requests[nameOf(route)];
  if (!build) throw new Error(`add a request for ${nameOf(route)} to server/testing/matrix/requests`);
  const good = await build(own);
  const { pool } = own.app.app.services.database;
  if (ofAdministrators.has(nameOf(route)))
    await pool.query('update users set is_instance_admin = false where id = $1', [own.project.owner.id]);
  return good;
}

function holds(reply: Reply, word: string, id = 'nothing'): boolean {
  const headers = JSON.stringify(reply.headers);
  return (reply.text + headers).replaceAll(id, '').includes(word);
}

/** The reply without what always differs: request id, times, and the requested id. */
function cut(reply: Reply, id = 'nothing'): string {
  const text = reply.text
    .replaceAll(String(reply.headers['x-request-id'] ?? 'nothing'), '<request>')
    .replaceAll(id, '<id>')
    .replaceAll(/"jobId":"[^"]+"/g, '"jobId":"<job>"')
    .replaceAll(/"oldestDueSeconds":\d+/g, '"oldestDueSeconds":"<time>"')
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    // A new domain is checked in the background: whether that has happened yet does not depend on a neighbour.
    .replaceAll('"lastCheckedAt":null', '"lastCheckedAt":"<time>"');
  return `${reply.status} ${text}`;
}
