import assert from 'node:assert/strict';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { requestOf, sent, slot, untilEmail } from './new-email.ts';

const getSubject = { endpoint: 'GET /emails/:id', status: 200, request: requestOf() } as const;
const resendSubject = {
  endpoint: 'POST /emails/:id/resend',
  status: 201,
  request: requestOf('/resend', {}),
} as const;

export const getEmail = entry(
  'GET /emails/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, slot),
  it('shows content, attempts and history', async (world) => {
    const owner = await world.own();
    const { email } = await sent(owner, { data: { name: 'Ann' }, headers: { 'X-Order': '42' } });
    const shown = await untilEmail(owner, email, ({ sentAt }) => sentAt !== null);
    assert.equal(shown.body, '<p>Hello Ann</p>');
    assert.equal(shown.text, 'Hello Ann');
    assert.deepEqual(shown.headers, { 'X-Order': '42' });
    assert.deepEqual(shown.variables, { name: { value: 'Ann', persistent: true } });
    assert.deepEqual(shown.warnings, []);
    assert.equal(shown.attemptLog[0].outcome, 'ACCEPTED');
    assert.equal(shown.timeline[0].type, 'email.sent');
  }),
  it('tells of a text that could not be read as template', async (world) => {
    const owner = await world.own();
    const { email } = await sent(owner, { body: '<p>{% if a %}</p>' });
    const { warnings, body } = (await owner.key.get(`/emails/${email}`)).body;
    assert.equal(body, '<p>{% if a %}</p>');
    assert.equal(warnings[0].code, 'template_syntax');
    assert.equal(warnings[0].field, 'body');
  }),
);

export const resendEmail = entry(
  'POST /emails/:id/resend',
  projectEndpointWithBody(resendSubject),
  unknownIds(resendSubject, slot),
  it('makes a new email of the stored content, for the same recipient or another', async (world) => {
    const owner = await world.own();
    const to = newEmail('again');
    const { email } = await sent(owner, { to, data: { name: 'Ann' } });
    const same = await owner.key.post(`/emails/${email}/resend`, {});
    answered(same, 201, { to, resentFrom: email, subject: 'Hello Ann', status: 'QUEUED' });
    assert.notEqual(same.body.id, email);
    const other = newEmail('other');
    const elsewhere = await owner.key.post(`/emails/${email}/resend`, { to: other });
    answered(elsewhere, 201, { to: other, resentFrom: email });
    invalid(await owner.key.post(`/emails/${email}/resend`, { to: 'x' }), ['to', 'invalid_string', 'x']);
  }),
  it('refuses once the content is gone', async (world) => {
    const owner = await world.own();
    const { email } = await sent(owner);
    await world.sql('delete from email_contents where id = $1', [email]);
    refused(await owner.key.post(`/emails/${email}/resend`, {}), 400, 'EMAIL_BODY_EXPIRED');
    answered(await owner.key.get(`/emails/${email}`), 200, { body: null, text: null, bodyExpired: true });
  }),
);
