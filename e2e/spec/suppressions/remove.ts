import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { complained, idInPath, newSuppression, requestOne } from './new-suppression.ts';

const subject = { endpoint: 'DELETE /suppressions/:id', status: 204, request: requestOne } as const;

export const removeSuppression = entry(
  'DELETE /suppressions/:id',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('takes an address off the list, by its id or itself, and subscribes no contact', async (world) => {
    const owner = await world.own();
    const { key } = owner;
    const { email } = await newSuppression(owner);
    const contact = await key.post('/contacts', { email, subscribed: false });
    answered(await key.delete(`/suppressions/${email}`), 204);
    refused(await key.delete(`/suppressions/${email}`), 404, 'RESOURCE_NOT_FOUND');
    answered(await key.get(`/contacts/${contact.body.id}`), 200, { subscribed: false });
  }),
  it('allows only admins and owners to lift a complaint (D-641)', async (world) => {
    const owner = await world.own();
    const { id } = await newSuppression(owner);
    await complained(world, id);
    const member = (await world.inTeam('MEMBER')).api.with({ 'x-project-id': owner.project.id });
    refused(await owner.key.delete(`/suppressions/${id}`), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    refused(await member.delete(`/suppressions/${id}`), 403, 'FORBIDDEN');
    const admin = (await world.inTeam('ADMIN')).api.with({ 'x-project-id': owner.project.id });
    answered(await admin.delete(`/suppressions/${id}`), 204);
    const other = await newSuppression(owner);
    await complained(world, other.id);
    answered(await owner.inside.delete(`/suppressions/${other.id}`), 204);
  }),
);
