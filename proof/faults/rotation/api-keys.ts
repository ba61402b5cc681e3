import type { Client } from 'pg';
import type { ServerProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import { type FaultRun, sleep } from '../fault-run.ts';
import { trySend } from '../requests.ts';
import { withTwoProcesses } from '../two-processes.ts';

/** API keys are replaced while four connections use them over two processes. */
export const apiKeyFaults: FaultRun = ({ isShort, check }) =>
  withTwoProcesses({}, async ({ apis, client }) => {
    const rounds = isShort ? 5 : 50;
    const owner = await signUp(apis[0]);
    const totals = { calls: 0, late: 0, accepted: 0, newRefused: 0, faults: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const { calls, rotatedAt, newKeyAnswers } = await rotateUnderLoad(apis, client, owner);
      const late = calls.filter(({ sentAt }) => sentAt > rotatedAt);
      totals.calls += calls.length;
      totals.late += late.length;
      totals.accepted += late.filter(({ status }) => status === 200).length;
      totals.newRefused += newKeyAnswers.filter((status) => status !== 200).length;
      totals.faults += calls.filter(({ status }) => status >= 500 || status === 0).length;
    }
    check('the old key was tried after each rotation', totals.late >= rounds * 4, totals);
    check(
      `in ${rounds} rotations no request sent after the reply was accepted with the old key`,
      totals.accepted === 0,
      totals,
    );
    check('the new key works at once in both processes', totals.newRefused === 0, totals);
    check('no request failed otherwise', totals.faults === 0, totals);
  });

interface KeyOwner {
  id: string;
  cookie: string;
}

async function signUp({ url }: ServerProcess): Promise<KeyOwner> {
  const body = { email: 'owner@example.com', password: 'a long password' };
  const response = await trySend(url, { method: 'POST', path: '/auth/signup', body });
  if (response?.status !== 201) throw new Error(`sign-up returned ${response?.status}`);
  const [cookie = ''] = response.headers['set-cookie'] ?? [];
  return { id: response.body.id, cookie: cookie.split(';')[0] ?? '' };
}

interface TimedCall {
  sentAt: number;
  status: number;
}

/** One project, four connections that keep using its first key, and one rotation among them. */
async function rotateUnderLoad(apis: readonly [ServerProcess, ServerProcess], client: Client, owner: KeyOwner) {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('one project was made');
  await client.query(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
    project.id,
    owner.id,
  ]);
  await client.query('delete from rate_limits');

  const calls: TimedCall[] = [];
  let isOver = false;
  const get = (api: ServerProcess, key: string) =>
    trySend(api.url, { method: 'GET', path: '/contacts?limit=1', headers: { authorization: `Bearer ${key}` } });
  const keepCalling = async (api: ServerProcess): Promise<void> => {
    while (!isOver) {
      const sentAt = performance.now();
      const response = await get(api, project.secretKey);
      calls.push({ sentAt, status: response?.status ?? 0 });
    }
  };
  const connections = [...apis, ...apis].map(keepCalling);

  await sleep(0.05 + Math.random() * 0.1);
  const response = await trySend(apis[0].url, {
    method: 'POST',
    path: `/users/@me/projects/${project.id}/regenerate-keys`,
    headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
  });
  const rotatedAt = performance.now();
  if (response?.status !== 200) throw new Error(`the rotation returned ${response?.status}`);
  const fresh = await Promise.all(apis.map((api) => get(api, response.body.secret)));
  await sleep(0.1);
  isOver = true;
  await Promise.all(connections);
  return { calls, rotatedAt, newKeyAnswers: fresh.map((each) => each?.status ?? 0) };
}
