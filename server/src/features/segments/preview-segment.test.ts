import { expect, test } from 'vitest';
import { testApp } from '#testing';

test('a preview counts each of as many filters as a condition may have', async () => {
  const app = await testApp();
  const client = app.as((await app.given.project()).secretKey);
  await client.post('/contacts', { email: 'ada@example.com', data: { k0: 1 } });
  const filters = Array.from({ length: 200 }, (_, n) => ({ field: `data.k${n}`, operator: 'equals', value: 1 }));
  const condition = {
    logic: 'AND',
    groups: [0, 50, 100, 150].map((from) => ({ filters: filters.slice(from, from + 50) })),
  };

  const { status, body } = await client.post('/segments/preview', { condition });

  expect(status).toBe(200);
  expect(body.filters).toHaveLength(200);
  expect(body.filters.map(({ missing }: { missing: number }) => missing).slice(0, 3)).toEqual([0, 1, 1]);
});
