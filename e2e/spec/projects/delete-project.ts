import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { newContact } from '../contacts/new-contact.ts';
import { memberEntry } from '../conventions/account-endpoint.ts';
import { generalCases } from '../conventions/general-cases.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { deleteOtherProjects } from './delete-other-projects.ts';

const refusals = {
  endpoint: 'DELETE /users/@me/projects/:id',
  status: 204,
  request: async (_world: World, { project }: Owner) => ({ path: `/users/@me/projects/${project.id}` }),
} as const;

/** Deletes another project of the owner, not the one that the cases share. */
const successes = {
  ...refusals,
  async request({ sql }: World, owner: Owner) {
    await deleteOtherProjects(sql, owner);
    const { body } = await owner.api.post('/users/@me/projects', { name: 'Short-lived' });
    return { path: `/users/@me/projects/${body.id}` };
  },
} as const;

export const deleteProject = entry(
  'DELETE /users/@me/projects/:id',
  memberEntry(refusals, { role: 'OWNER', whenDisabled: 'refused' }),
  generalCases(successes, { caller: async (world) => (await world.own()).api, isCounted: true }),
  it('refuses keys and sessions at once, and erases everything soon', async (world) => {
    const owner = await world.owner();
    const { api, key, inside, project } = owner;
    await newContact(owner, { data: { plan: 'pro' } });
    answered(await api.post(`/projects/${project.id}/members`, { email: newEmail('invited') }), 201);
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
              + (select count(*) from contact_fields where project_id = $1)
              + (select count(*) from invitations where project_id = $1) as rows`,
        [project.id],
      );
      if (Number(left.rows) === 0) break;
      assert.ok(tries < 300, `${left.rows} rows are left`);
      await delay(100);
    }
  }),
  it('requires the name when a confirmation is sent', async (world) => {
    const { api, project } = await world.owner();
    const path = `/users/@me/projects/${project.id}`;
    invalid(await api.delete(path, { confirm: 'Another name' }), ['confirm', 'custom', 'Another name']);
    invalid(await api.delete(path, { confirm: 7 }), ['confirm', 'invalid_type', 'number']);
    answered(await api.get('/users/@me/projects'), 200, [{ id: project.id }]);
    answered(await api.delete(path, { confirm: project.name }), 204);
  }),
);
