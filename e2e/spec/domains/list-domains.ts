import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { alike, answered, answeredWhole, refused } from '../world/expect.ts';
import { newDomain } from './new-domain.ts';

const subject = {
  endpoint: 'GET /domains/project/:projectId',
  status: 200,
  request: async () => ({ path: '/domains/project/current' }),
} as const;

export const listDomains = entry(
  'GET /domains/project/:projectId',
  projectEndpoint(subject),
  it('returns a bare array, oldest first, without the sandbox domain (D-711)', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get('/domains/project/current'), 200, []);
    const [one, two] = [await newDomain(owner), await newDomain(owner)];
    for (const id of ['current', owner.project.id, owner.project.id.toUpperCase()]) {
      const reply = await owner.key.get(`/domains/project/${id}`);
      answered(reply, 200);
      assert.deepEqual(
        reply.body.map((domain: { id: string }) => domain.id),
        [one.id, two.id],
      );
    }
  }),
  it('does not tell a foreign project from an unknown or malformed one, to a key (D-712)', async (world) => {
    const { key } = await world.own();
    const asked = [world.strangersProject, randomUUID(), 'nonsense', 'CURRENT'];
    const replies = [];
    for (const id of asked) {
      const reply = await key.get(`/domains/project/${id}`);
      refused(reply, 404, 'RESOURCE_NOT_FOUND', { resource: 'project', id });
      replies.push(reply);
    }
    const [first, ...others] = replies;
    for (const other of others) if (first) alike(first, other, ...asked);
  }),
  it('takes the project of a session from the path, without a header (D-712)', async (world) => {
    const { api, project } = await world.own();
    answered(await api.get(`/domains/project/${project.id}`), 200);
    const member = await world.inTeam('MEMBER');
    answered(await member.api.get(`/domains/project/${project.id}`), 200);
    const inProject = api.with({ 'x-project-id': project.id });
    const same = (await api.get(`/domains/project/${project.id}`)).body;
    answeredWhole(await inProject.get('/domains/project/current'), 200, same);
    const { stranger } = world.extras;
    for (const id of [project.id, randomUUID(), 'nonsense'])
      refused(await stranger.api.get(`/domains/project/${id}`), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
  }),
);
