import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { matrixSettings, openProjectFixture, openRows, type ProjectFixture } from '../../testing/matrix/index.ts';
import { connect } from '../../testing/spool-setup.ts';
import { testApp } from '../../testing/test-app.ts';
import { allTasks } from './features.ts';

/** Where the scene finds something of the kind that a payload names. A task that names another kind adds a line. */
const idOf: Record<string, (scene: ProjectFixture) => string | Promise<string>> = {
  projectId: ({ project }) => project.id,
  userId: ({ project }) => project.owner.id,
  jobId: (scene) => scene.known('job'),
  segmentId: (scene) => scene.known('segment'),
  campaignId: (scene) => scene.known('campaign'),
  domainId: (scene) => scene.known('domain'),
  workflowId: (scene) => scene.known('workflow'),
  endpointId: (scene) => scene.known('webhook-endpoint'),
  domain: () => 'nowhere.example', // the name of a domain that no project has any more
  invitationId: (scene) => scene.known('member'), // an invitation that is open
  tokenId: () => randomUUID(), // unknown: these belong to people, not to projects
};

/** A payload with ids of this scene, or with ids that are nowhere. */
async function payloadOf(schema: z.ZodType, scene: ProjectFixture | null): Promise<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(schema) as { properties?: Record<string, { enum?: string[] }> };
  const payload: Record<string, unknown> = {};
  for (const [name, { enum: words }] of Object.entries(properties)) {
    const find = idOf[name];
    if (!words && !find) throw new Error(`say in this test where the ${name} of a task is found`);
    payload[name] = words?.[0] ?? (scene && find ? await find(scene) : randomUUID());
  }
  return payload;
}

test('a task with unknown ids, or ids of a neighbour, ends without an error and does not change the neighbour (F8)', async () => {
  const app = await testApp(matrixSettings);
  const [own, other] = [await openProjectFixture(app, 'own'), await openProjectFixture(app, 'other')];
  const rows = await openRows(app.databaseUrl);
  const client = await connect(app.databaseUrl);
  onTestFinished(() => Promise.all([client.end(), rows.close()]).then(() => {}));
  const jobs: { name: string; projectId: string | null; payload: object }[] = [];
  for (const { name, scope, payload } of allTasks) {
    const projectIds = scope === 'project' ? [own.project.id, randomUUID()] : [null];
    for (const projectId of projectIds) {
      jobs.push({ name, projectId, payload: await payloadOf(payload, null) });
      jobs.push({ name, projectId, payload: await payloadOf(payload, other) });
    }
  }
  await app.settle();
  await client.query('delete from queue.job');
  const before = await rows.checksum(other.project.id);

  for (const { name, ...data } of jobs) {
    const values = [name, data, randomUUID()]; // a key of their own: else only one task of a merged kind would wait
    await client.query('insert into queue.job (name, data, singleton_key) values ($1, $2, $3)', values);
  }
  await app.settle();

  const { rows: ended } = await client.query('select name, state, data, output from queue.job');
  expect(ended.filter(({ state }) => state !== 'completed')).toEqual([]);
  expect(new Set(ended.map(({ name }) => name))).toEqual(new Set(allTasks.map(({ name }) => name)));
  expect(await rows.checksum(other.project.id)).toBe(before);
});
