import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { newContact } from '../contacts/new-contact.ts';
import { manners } from '../conventions/manners.ts';
import { memberDoor } from '../conventions/session-door.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { makeRoom } from './make-room.ts';

const refusals = {
  endpoint: 'DELETE /users/@me/projects/:id',
  status: 204,
  request: async (_world: World, { project }: Owner) => ({ path: `/users/@me/projects/${project.id}` }),
} as const;

/** Deletes a project that the owner has besides their own. */
const successes = {
  ...refusals,
  async request({ sql }: World, owner: Owner) {
    await makeRoom(sql, owner);
    const { body } = await owner.api.post('/users/@me/projects', { name: 'Short-lived' });
    return { path: `/users/@me/projects/${body.id}` };
  },
} as const;

export const deleteProject = entry(
  'DELETE /users/@me/projects/:id',
  memberDoor(refusals, { role: 'OWNER', whenDisabled: 'refused' }),
  manners(successes, { caller: async (world) => (await world.own()).api, isCounted: true }),
  it('refuses keys and sessions at once, and erases everything soon', async (world) => {
    const owner = await world.owner();
    const { api, key, inside, project } = owner;
    await newContact(owner, { data: { plan: 'pro' } });
    const reply = await api.delete(`/users/@me/projects/${project.id}`);
    answered(reply, 204);
    assert.equal(reply.text, '');
    refused(await key.get('/contacts'), 401, 'INVALID_API_KEY');
    refused(await inside.get('/contacts'), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
    refused(await api.delete(`/users/@me/projects/${project.id}`), 404, 'RESOURCE_NOT_FOUND', { resource: 'project' });
    assert.deepEqual((await api.get('/users/@me/projects')).body, []);
    for (let tries = 0; ; tries += 1) {
      const [left] = await world.sql(
        `select (select count(*) from projects where id = $1) + (select count(*) from contacts where project_id = $1)
              + (select count(*) from contact_fields where project_id = $1) as rows`,
        [project.id],
      );
      if (Number(left.rows) === 0) break;
      assert.ok(tries < 300, `${left.rows} rows are left`);
      await delay(100);
    }
  }),
  it('wants the name when a confirmation is sent', async (world) => {
    const { api, project } = await world.owner();
    const path = `/users/@me/projects/${project.id}`;
    invalid(await api.delete(path, { confirm: 'Another name' }), ['confirm', 'custom', 'Another name']);
    invalid(await api.delete(path, { confirm: 7 }), ['confirm', 'invalid_type', 'number']);
    answered(await api.get('/users/@me/projects'), 200, [{ id: project.id }]);
    answered(await api.delete(path, { confirm: project.name }), 204);
  }),
);
