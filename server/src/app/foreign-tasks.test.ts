import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { Scene } from '../../testing/matrix/index.ts';
import { matrixSettings, openRows, openScene } from '../../testing/matrix/index.ts';
import { connect } from '../../testing/spool-yard.ts';
import { testApp } from '../../testing/test-app.ts';
import { allTasks } from './features.ts';

/** Where the scene finds something of the kind that a payload names. A task that names another kind adds a line. */
const idOf: Record<string, (scene: Scene) => string | Promise<string>> = {
  projectId: ({ project }) => project.id,
  userId: ({ project }) => project.owner.id,
  jobId: (scene) => scene.known('job'),
  segmentId: (scene) => scene.known('segment'),
  domainId: (scene) => scene.known('domain'),
  domain: () => 'nowhere.example', // a name, of a domain that no project has any more
  invitationId: (scene) => scene.known('member'), // an invitation that is open
  tokenId: () => randomUUID(), // nobody's: these belong to people, not to projects
};

/** A payload with ids of this scene, or with ids that are nowhere. */
async function payloadOf(schema: z.ZodType, scene: Scene | null): Promise<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(schema) as { properties?: Record<string, { enum?: string[] }> };
  const payload: Record<string, unknown> = {};
  for (const [name, { enum: words }] of Object.entries(properties)) {
    const find = idOf[name];
    if (!words && !find) throw new Error(`say in this test where the ${name} of a task is found`);
    payload[name] = words?.[0] ?? (scene && find ? await find(scene) : randomUUID());
  }
  return payload;
}

test('F8 a task with ids that are nowhere, or of a neighbour, ends quietly and leaves the neighbour alone', async () => {
  const app = await testApp(matrixSettings);
  const [own, other] = [await openScene(app, 'own'), await openScene(app, 'other')];
  const rows = await openRows(app.databaseUrl);
  const client = await connect(app.databaseUrl);
  onTestFinished(() => Promise.all([client.end(), rows.close()]).then(() => {}));
  const wanted: { name: string; projectId: string | null; payload: object }[] = [];
  for (const { name, scope, payload } of allTasks) {
    const places = scope === 'project' ? [own.project.id, randomUUID()] : [null];
    for (const projectId of places) {
      wanted.push({ name, projectId, payload: await payloadOf(payload, null) });
      wanted.push({ name, projectId, payload: await payloadOf(payload, other) });
    }
  }
  await app.settle();
  await client.query('delete from queue.job');
  const before = await rows.checksum(other.project.id);

  for (const { name, ...data } of wanted) {
    const values = [name, data, randomUUID()]; // a key of their own: else a merged kind waits once
    await client.query('insert into queue.job (name, data, singleton_key) values ($1, $2, $3)', values);
  }
  await app.settle();

  const { rows: ended } = await client.query('select name, state, data, output from queue.job');
  expect(ended.filter(({ state }) => state !== 'completed')).toEqual([]);
  expect(new Set(ended.map(({ name }) => name))).toEqual(new Set(allTasks.map(({ name }) => name)));
  expect(await rows.checksum(other.project.id)).toBe(before);
});
