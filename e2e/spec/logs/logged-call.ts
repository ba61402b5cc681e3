import assert from 'node:assert/strict';
import type { Client, Reply } from '@postrider/server/testing/client';
import { until } from '@postrider/server/testing/until';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export const requestIdOf = ({ headers }: Reply): string => String(headers['x-request-id']);

/** Waits until a call of this caller is in the log; returns it. */
export async function loggedCall(caller: Client, requestId: string): Promise<Reply> {
  let found: Reply | undefined;
  const isFound = await until(async () => {
    found = await caller.get(`/logs/${requestId}`);
    return found.status === 200;
  });
  assert.ok(isFound && found, 'the call is not in the log');
  return found;
}

/** A call that is in the log. */
export async function newLoggedCall(caller: Client): Promise<string> {
  const id = requestIdOf(await caller.post('/contacts', { email: 'nonsense' }));
  await loggedCall(caller, id);
  return id;
}

export const requestOne = async (_world: World, { key }: Owner) => ({ path: `/logs/${await newLoggedCall(key)}` });

/** The id in `/logs/:requestId`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'request',
  caller: async (world: World) => (await world.own()).key,
  foreign: ({ extras, strangersProject }: World) =>
    newLoggedCall(extras.stranger.api.with({ 'x-project-id': strangersProject })),
};
