import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { callers, type EntryProjects } from '../../testing/entry-callers.ts';
import {
  callerProject,
  entryRequest,
  entryVerdict,
  matrixSettings,
  nameOf,
  openProjectFixture,
  openRows,
  type ProjectFixture,
  send,
} from '../../testing/matrix/index.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Route } from '../platform/http/index.ts';
import { allRoutes } from './routes.ts';

const refusedElsewhere = Object.fromEntries(
  ['another site', 'a neighbouring site', 'another origin', 'nowhere'].map((from) => [
    `a session from ${from}`,
    '403 FORBIDDEN ORIGIN_REFUSED',
  ]),
);

/** Routes with rules of their own: open ones check the origin, because they change the session of a browser (D-108). */
const ownRules: Record<string, Record<string, string>> = {
  'GET /auth/logout': refusedElsewhere,
  'POST /auth/logout': refusedElsewhere,
  // Open to sessions of administrators for any project; it has no body that is refused first.
  'POST /projects/:id/enable': { "a session with a stranger's project": '404 RESOURCE_NOT_FOUND project' },
};

let app: TestApp;
let projects: EntryProjects<ProjectFixture>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
  await app.given.user(); // the first account is the administrator, and none of the callers
  projects = await openProjects();
});
afterAll(() => app.close());

async function openProjects(): Promise<EntryProjects<ProjectFixture>> {
  const [own, stranger, rotated, disabled] = await Promise.all(
    ['own', 'stranger', 'rotated', 'disabled'].map((mark) => openProjectFixture(app, mark)),
  );
  if (!own || !stranger || !rotated || !disabled) throw new Error('four fixtures were opened');
  const { client } = rotated.project.owner;
  await client.post(`/users/@me/projects/${rotated.project.id}/regenerate-keys`);
  const rows = await openRows(app.databaseUrl);
  await rows.query(`update projects set disabled_reason = 'MANUAL' where id = '${disabled.project.id}'`);
  await rows.close();
  return { own, stranger, rotated, disabled };
}

test.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s accepts the callers of its access class and role, and no others',
  async (name, route) => {
    const asCallers = (): EntryProjects => ({
      own: callerProject(projects.own),
      stranger: callerProject(projects.stranger),
      rotated: callerProject(projects.rotated),
      disabled: callerProject(projects.disabled),
    });
    const actual: Record<string, string> = {};
    const expected: Record<string, string> = {};

    for (const caller of callers) {
      const reply = await send(
        route,
        projects.own,
        entryRequest(route, projects[caller.project]),
        await caller.headers(asCallers(), 'http://localhost:8080'),
      );
      actual[caller.says] = entryVerdict(reply);
      expected[caller.says] = caller.verdict(route);
      if (actual[caller.says] === 'in' && changesCallers(route)) projects = await openProjects();
    }

    Object.assign(expected, ownRules[name]);
    expect(actual).toEqual(expected);
  },
);

/** Whether a successful call may end sessions, keys or projects that the next caller uses. */
const changesCallers = ({ method, access, path }: Route): boolean =>
  path === '/auth/logout' || (method !== 'GET' && (access === 'session' || access === 'member'));
