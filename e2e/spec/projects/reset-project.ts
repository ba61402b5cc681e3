import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { memberEntry } from '../conventions/account-endpoint.ts';
import { generalCases } from '../conventions/general-cases.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, invalid } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { deleteOtherProjects } from './delete-other-projects.ts';

const refusals = {
  endpoint: 'POST /users/@me/projects/:id/reset',
  status: 200,
  request: async (_world: World, { project }: Owner) => ({ path: `/users/@me/projects/${project.id}/reset` }),
} as const;

/** Resets another project of the owner, not the one that the cases share. */
const successes = {
  ...refusals,
  async request({ sql }: World, owner: Owner) {
    await deleteOtherProjects(sql, owner);
    const { body } = await owner.api.post('/users/@me/projects', { name: 'To be reset' });
    return { path: `/users/@me/projects/${body.id}/reset` };
  },
} as const;

export const resetProject = entry(
  'POST /users/@me/projects/:id/reset',
  memberEntry(refusals, { role: 'OWNER', whenDisabled: 'refused' }),
  generalCases(successes, { caller: async (world) => (await world.own()).api, isCounted: true }),
  it('erases the data, and keeps keys, team, settings and suppressions', async (world) => {
    const owner = await world.owner();
    const { api, key, project } = owner;
    await newContact(owner, { data: { plan: 'pro' } });
    await newTemplate(owner);
    answered(await key.post('/suppressions', { email: 'blocked@example.com' }), 201);
    const reply = await api.post(`/users/@me/projects/${project.id}/reset`, { confirm: project.name });
    answered(reply, 200);
    assert.deepEqual(reply.body, { success: true, message: 'Project data deleted' });
    answered(await key.get('/contacts'), 200, { total: 0 });
    const left = await world.sql(
      `select (select count(*) from templates where project_id = $1)::int as templates,
              (select count(*) from contact_fields where project_id = $1)::int as fields,
              (select count(*) from suppressions where project_id = $1)::int as suppressions`,
      [project.id],
    );
    assert.deepEqual(left, [{ templates: 0, fields: 0, suppressions: 1 }]);
    answered(await api.get('/users/@me/projects'), 200, [{ id: project.id, name: project.name }]);
    await newContact(owner);
    answered(await key.get('/contacts'), 200, { total: 1 });
  }),
  it('requires the name when a confirmation is sent', async (world) => {
    const owner = await world.owner();
    const { api, key, project } = owner;
    await newContact(owner);
    const path = `/users/@me/projects/${project.id}/reset`;
    invalid(await api.post(path, { confirm: 'Another name' }), ['confirm', 'custom', 'Another name']);
    invalid(await api.post(path, { confirm: 7 }), ['confirm', 'invalid_type', 'number']);
    answered(await key.get('/contacts'), 200, { total: 1 });
  }),
);
