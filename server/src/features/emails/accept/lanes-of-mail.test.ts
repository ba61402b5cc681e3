import { expect, test } from 'vitest';
import { testApp } from '#testing';

test('only transactional mail of a request goes in the first lane: marketing mail uses the campaign lane, also when resent', async () => {
  const app = await testApp();
  const client = app.as((await app.given.project()).secretKey);
  const laneOf = async (id: string): Promise<number> =>
    (await app.app.services.database.pool.query('select lane from deliveries where id = $1', [id])).rows[0].lane;
  const send = async (fields: object): Promise<string> => {
    const from = 'hello@postrider.test';
    const { body } = await client.post('/v1/send', { to: 'ann@example.com', subscribed: true, from, ...fields });
    return body.data.emails[0].email;
  };
  const text = { name: 'One', subject: 'News', body: '<p>News</p>' };
  const news = (await client.post('/templates', { ...text, type: 'MARKETING' })).body.id;
  const receipt = (await client.post('/templates', { ...text, type: 'TRANSACTIONAL' })).body.id;

  const marketing = await send({ template: news });
  const transactional = await send({ template: receipt });
  const plain = await send({ subject: 'Hi', body: '<p>Hi</p>' });
  const again = await client.post(`/emails/${marketing}/resend`, {});

  expect(await Promise.all([transactional, plain, marketing, again.body.id].map(laneOf))).toEqual([0, 0, 2, 2]);
});
