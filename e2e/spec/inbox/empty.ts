import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { idInPath, newMail, requestOne } from './new-mail.ts';

const subject = { endpoint: 'DELETE /inbox/:emailId', status: 204, request: requestOne() } as const;

export const removeMessage = entry(
  'DELETE /inbox/:emailId',
  projectEndpoint(subject),
  unknownIds(subject, idInPath),
  it('drops the message and keeps the email', async (world) => {
    const owner = await world.own();
    const { id } = await newMail(owner);
    answered(await owner.key.delete(`/inbox/${id}`), 204);
    refused(await owner.key.delete(`/inbox/${id}`), 404, 'RESOURCE_NOT_FOUND');
    refused(await owner.key.get(`/inbox/${id}/raw`), 404, 'RESOURCE_NOT_FOUND');
    answered(await owner.key.get(`/emails/${id}`), 200, { id, subject: 'Hello Ada' });
  }),
);

export const emptyInbox = entry(
  'DELETE /inbox',
  projectEndpoint({ endpoint: 'DELETE /inbox', status: 204, request: async () => ({ path: '/inbox' }) }),
  it('drops every message of this project and no other', async (world) => {
    const [owner, other] = [await world.owner(), await world.owner()];
    const { id } = await newMail(owner);
    await newMail(owner);
    await newMail(other);
    answered(await owner.key.delete('/inbox'), 204);
    answered(await owner.key.delete('/inbox'), 204);
    answered(await owner.key.get('/inbox'), 200, { total: 0 });
    answered(await owner.key.get(`/emails/${id}`), 200);
    answered(await other.key.get('/inbox'), 200, { total: 1 });
  }),
);
