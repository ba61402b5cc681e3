import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing';
import type { Reply } from '#testing/client';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

test('segments that get the same name at once have slugs of their own (D-331)', async () => {
  const project = await app.given.project();
  const api = app.as(project.secretKey);
  const create = () => api.post('/segments', { name: 'News', type: 'STATIC' });

  const created = await Promise.all([create(), create(), create(), create()]);
  const ids = created.map(({ body }) => body.id);
  const renamed = await Promise.all(ids.map((id) => api.patch(`/segments/${id}`, { name: 'Offers' })));

  const slugsOf = (replies: readonly Reply[]) => replies.map(({ body }) => String(body.slug)).toSorted();
  expect(slugsOf(created)).toEqual(['news', 'news-2', 'news-3', 'news-4']);
  expect(slugsOf(renamed)).toEqual(['offers', 'offers-2', 'offers-3', 'offers-4']);
});
