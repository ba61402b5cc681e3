import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Doors } from '../../testing/matrix/index.ts';
import {
  callers,
  knock,
  matrixSettings,
  nameOf,
  openRows,
  openScene,
  send,
  toldByDoor,
} from '../../testing/matrix/index.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { Route } from '../platform/http/index.ts';
import { allRoutes } from './routes.ts';

/** Open routes that look at the origin themselves, because they change the session of a browser (D-108). */
const ownRules: Record<string, Record<string, string>> = {
  'GET /auth/logout': { 'a session from another site': '403 FORBIDDEN ORIGIN_REFUSED' },
  'POST /auth/logout': { 'a session from another site': '403 FORBIDDEN ORIGIN_REFUSED' },
};

let app: TestApp;
let doors: Doors;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), matrixSettings);
  doors = await openDoors();
});
afterAll(() => app.close());

async function openDoors(): Promise<Doors> {
  const [own, stranger, rotated, disabled] = await Promise.all(
    ['own', 'stranger', 'rotated', 'disabled'].map((mark) => openScene(app, mark)),
  );
  if (!own || !stranger || !rotated || !disabled) throw new Error('four scenes were opened');
  const { client } = rotated.project.owner;
  await client.post(`/users/@me/projects/${rotated.project.id}/regenerate-keys`);
  const rows = await openRows(app.databaseUrl);
  await rows.query(`update projects set disabled_reason = 'MANUAL' where id = '${disabled.project.id}'`);
  await rows.close();
  return { own, stranger, rotated, disabled };
}

test.each(allRoutes.map((route) => [nameOf(route), route] as const))(
  '%s opens to those its class and role name, and to nobody else',
  async (name, route) => {
    const told: Record<string, string> = {};
    const expected: Record<string, string> = {};

    for (const caller of callers) {
      const reply = await send(route, doors.own, knock(route, doors[caller.project]), await caller.headers(doors));
      told[caller.says] = toldByDoor(reply);
      expected[caller.says] = caller.verdict(route);
      if (told[caller.says] === 'in' && changesCallers(route)) doors = await openDoors();
    }

    Object.assign(expected, ownRules[name]);
    expect(told).toEqual(expected);
  },
);

/** Whether a good call may end sessions, keys or projects that the next caller comes with. */
const changesCallers = ({ method, access, path }: Route): boolean =>
  path === '/auth/logout' || (method !== 'GET' && (access === 'session' || access === 'member'));
