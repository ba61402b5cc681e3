import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid } from '../world/expect.ts';
import { hasStatus, idInPath, links, newMail, requestOne, settledMail } from './new-mail.ts';

const subject = {
  endpoint: 'POST /inbox/:emailId/simulate',
  status: 200,
  request: requestOne('/simulate', { type: 'open' }),
} as const;

export const simulate = entry(
  'POST /inbox/:emailId/simulate',
  projectEndpointWithBody(subject),
  unknownIds(subject, idInPath),
  it('opens, clicks, bounces and complains, and shows the email after each', async (world) => {
    const owner = await world.own();
    const { id } = await settledMail(owner, { subscribed: true });
    const happens = (body: object) => owner.key.post(`/inbox/${id}/simulate`, body);
    answered(await happens({ type: 'delivery' }), 200, { status: 'DELIVERED', opens: 0, clicks: 0 });
    answered(await happens({ type: 'open' }), 200, { status: 'OPENED', opens: 1 });
    answered(await happens({ type: 'click' }), 200, { status: 'CLICKED', opens: 1, clicks: 1 });
    answered(await happens({ type: 'click', link: links[1] }), 200, { clicks: 2 });
    answered(await happens({ type: 'click', link: links[1] }), 200, { clicks: 3 });
    answered(await happens({ type: 'bounce' }), 200, { status: 'BOUNCED', bounceType: 'Permanent' });
    answered(await happens({ type: 'complaint' }), 200, { status: 'COMPLAINED', opens: 1, clicks: 3 });
    const { body } = await owner.key.get(`/emails/${id}`);
    const entries = body.timeline.map(({ type, data }: { type: string; data: { link?: string } }) => data.link ?? type);
    for (const what of ['email.sent', 'email.delivery', 'email.open', ...links, 'email.bounce', 'email.complaint'])
      assert.equal(entries.filter((one: string) => one === what).length, 1, `${what} in ${entries}`);
    answered(await owner.key.get(`/contacts/${body.contactId}`), 200, { subscribed: false });
    assert.deepEqual(body.links, [
      { url: links[0], clicks: 1 },
      { url: links[1], clicks: 2 },
    ]);
  }),
  it('refuses an unknown type and a link that is not in the mail', async (world) => {
    const owner = await world.own();
    const { id } = await newMail(owner);
    const bare = await newMail(owner, { body: '<p>No links</p>' });
    invalid(await owner.key.post(`/inbox/${id}/simulate`, { type: 'fire' }), ['type', 'invalid_enum_value']);
    invalid(await owner.key.post(`/inbox/${id}/simulate`, {}), ['type', 'required']);
    const link = 'https://elsewhere.example/';
    invalid(await owner.key.post(`/inbox/${id}/simulate`, { type: 'click', link }), ['link', 'custom', link]);
    invalid(await owner.key.post(`/inbox/${bare.id}/simulate`, { type: 'click' }), ['link', 'custom']);
  }),
  it('is what the magic recipients do by themselves', async (world) => {
    const owner = await world.own();
    const { id: bounced } = await newMail(owner, { to: 'bounced+1@postrider.test' });
    await hasStatus(owner.key, bounced, 'BOUNCED');
    const { id: clicked } = await newMail(owner, { to: 'clicked@postrider.test' });
    await hasStatus(owner.key, clicked, 'CLICKED');
    answered(await owner.key.get('/suppressions?search=postrider.test'), 200, { total: 0 });
  }),
);
