import type { Client } from 'pg';
import type { ServerProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';
import type { FaultRun } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { shoot } from '../shoot.ts';
import { withTwoProcesses } from '../two-processes.ts';

/** API keys are replaced while four connections use them over two processes. */
export const apiKeyFaults: FaultRun = ({ isShort, check }) =>
  withTwoProcesses({}, async ({ apis, client }) => {
    const rounds = isShort ? 5 : 50;
    const owner = await signUp(apis[0]);
    const totals = { shots: 0, late: 0, accepted: 0, newRefused: 0, faults: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const { shots, rotatedAt, newKeyAnswers } = await rotateUnderFire(apis, client, owner);
      const late = shots.filter(({ sentAt }) => sentAt > rotatedAt);
      totals.shots += shots.length;
      totals.late += late.length;
      totals.accepted += late.filter(({ status }) => status === 200).length;
      totals.newRefused += newKeyAnswers.filter((status) => status !== 200).length;
      totals.faults += shots.filter(({ status }) => status >= 500 || status === 0).length;
    }
    check('the old key was tried after each rotation', totals.late >= rounds * 4, totals);
    check(
      `in ${rounds} rotations no request sent after the answer was accepted with the old key`,
      totals.accepted === 0,
      totals,
    );
    check('the new key works at once in both processes', totals.newRefused === 0, totals);
    check('no request failed otherwise', totals.faults === 0, totals);
  });

interface Owner {
  id: string;
  cookie: string;
}

async function signUp({ url }: ServerProcess): Promise<Owner> {
  const body = JSON.stringify({ email: 'owner@example.com', password: 'a long password' });
  const answer = await shoot({ url: `${url}/auth/signup`, headers: {}, body });
  if (answer?.status !== 201) throw new Error(`sign-up answered ${answer?.status}`);
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  return { id: answer.body.id, cookie: cookie.split(';')[0] ?? '' };
}

interface FiredShot {
  sentAt: number;
  status: number;
}

/** One project, four connections that keep using its first key, and one rotation among them. */
async function rotateUnderFire(apis: readonly [ServerProcess, ServerProcess], client: Client, owner: Owner) {
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('one project was made');
  await client.query(`insert into memberships (project_id, user_id, role, joined_at) values ($1, $2, 'OWNER', now())`, [
    project.id,
    owner.id,
  ]);
  await client.query('delete from rate_limits');

  const shots: FiredShot[] = [];
  let isOver = false;
  const get = (api: ServerProcess, key: string) =>
    shoot({ url: `${api.url}/contacts?limit=1`, method: 'GET', headers: { authorization: `Bearer ${key}` } });
  const keepFiring = async (api: ServerProcess): Promise<void> => {
    while (!isOver) {
      const sentAt = performance.now();
      const answer = await get(api, project.secretKey);
      shots.push({ sentAt, status: answer?.status ?? 0 });
    }
  };
  const connections = [...apis, ...apis].map(keepFiring);

  await sleep(0.05 + Math.random() * 0.1);
  const answer = await shoot({
    url: `${apis[0].url}/users/@me/projects/${project.id}/regenerate-keys`,
    headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' },
  });
  const rotatedAt = performance.now();
  if (answer?.status !== 200) throw new Error(`the rotation answered ${answer?.status}`);
  const fresh = await Promise.all(apis.map((api) => get(api, answer.body.secret)));
  await sleep(0.1);
  isOver = true;
  await Promise.all(connections);
  return { shots, rotatedAt, newKeyAnswers: fresh.map((told) => told?.status ?? 0) };
}
