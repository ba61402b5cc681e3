import { expect, test } from 'vitest';
import { testApp } from '#testing';
import { givenSender } from '#testing/given-mail';

test('where the operator wants it, mail that is not transactional needs DMARC, also when it is sent again (M2, D-705)', async () => {
  const app = await testApp({ MARKETING_WITHOUT_DMARC: 'refuse' });
  const project = await app.given.project();
  const client = app.as(project.secretKey);
  const { pool } = app.app.services.database;
  await givenSender(pool, project.id, 'acme.example');
  const from = 'hello@acme.example';
  const types = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'];
  const templates: string[] = [];
  for (const type of types) {
    const fields = { name: type, subject: 's', body: '<p>b</p>', type: 'MARKETING', from };
    const { id } = (await client.post('/templates', fields)).body;
    await client.patch(`/templates/${id}`, { type });
    templates.push(id);
  }
  const sendEach = async () => {
    const replies = [];
    for (const template of templates)
      replies.push(await client.post('/v1/send', { to: 'ann@example.com', template, subscribed: true }));
    return replies;
  };

  const refused = { status: 403, body: { error: { code: 'DMARC_REQUIRED', details: { domain: 'acme.example' } } } };
  expect(await sendEach()).toMatchObject([{ status: 200 }, refused, refused]);
  await pool.query(`update domains set dmarc_policy = 'none'`);
  const sent = await sendEach();
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  await pool.query('update domains set dmarc_policy = null');
  const resent = [];
  for (const { body } of sent) resent.push(await client.post(`/emails/${body.data.emails[0].email}/resend`, {}));
  expect(resent).toMatchObject([{ status: 201 }, refused, refused]);
});
