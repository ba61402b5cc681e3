import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import { Client } from 'pg';
import { bearer, clientOf } from '../../../server/testing/client.ts';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { report } from '../comparison.ts';
import { poisons } from './poisons.ts';

const attackers = 4;
const probes = 60;

/** T12: what poisoned mails of one project cost themselves, the API, and the mail of another project. */
export async function benchPoison(): Promise<void> {
  const name = await createMigratedDatabase();
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  const instance = await startProcess('all', urlOf(name), { LOG_LEVEL: 'fatal', ENVIRONMENT: 'production' });
  const api = clientOf(instance.url);
  try {
    const [attacker, neighbour] = await makeProjects(client, 2);
    if (!attacker || !neighbour) throw new Error('two projects are needed');
    const send = (project: ProofProject, fields: object) =>
      timed(async () => {
        const body = {
          to: 'ada@example.com',
          from: 'hello@postrider.test',
          subject: 'Hello',
          body: '<p>{{email}}</p>',
          ...fields,
        };
        const { status } = await api.with(bearer(project.secretKey)).post('/v1/send', body);
        if (status !== 200) throw new Error(`a send returned ${status}`);
      });
    const probe = async () => {
      const [health, accepts]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < probes; turn += 1) {
        health.push(await timed(async () => void (await api.get('/health'))));
        accepts.push(await send(neighbour, {}));
        await wait(20);
      }
      return { health: p99(health), accept: p99(accepts), sent: await handOver(client, neighbour) };
    };
    await probe();
    const idle = await probe();
    for (const { name: poison, mail } of poisons) {
      let isOver = false;
      const alone = await send(attacker, mail);
      const attack = Promise.all(
        Array.from({ length: attackers }, async () => {
          while (!isOver) await send(attacker, mail);
        }),
      );
      const under = await probe();
      isOver = true;
      await attack;
      report({
        name: `poison, ${poison}: one such mail is over after`,
        ours: alone,
        unit: 'ms',
        want: { ours: { atMost: 1_000 } },
      });
      report({
        name: `poison, ${poison}: p99 of /health, bare is idle`,
        ours: under.health,
        bare: idle.health,
        unit: 'ms',
        want: null,
      });
      report({
        name: `poison, ${poison}: p99 of a neighbour's accept`,
        ours: under.accept,
        bare: idle.accept,
        unit: 'ms',
        want: null,
      });
      report({
        name: `poison, ${poison}: p99 to a neighbour's SENT`,
        ours: under.sent,
        bare: idle.sent,
        unit: 'ms',
        want: null,
      });
    }
  } finally {
    await instance.stop();
    await client.end();
    await dropDatabase(name);
  }
}

/** From acceptance to hand-over of the neighbour's mails since the last call. */
async function handOver(client: Client, { id }: ProofProject): Promise<number> {
  for (;;) {
    const { rowCount } = await client.query('select from deliveries where project_id = $1 limit 1', [id]);
    if (rowCount === 0) break;
    await wait(50);
  }
  const { rows } = await client.query<{ ms: number }>(
    `select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from emails
      where project_id = $1 order by created_at desc limit $2`,
    [id, probes],
  );
  return p99(rows.map(({ ms }) => ms));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * 0.99))] ?? 0;
