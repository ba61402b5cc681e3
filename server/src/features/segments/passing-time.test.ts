import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Client, startTestApp, type TestApp } from '#testing';
import { checks } from './checks.ts';

/*
 * Windows are minutes at least, so what happened lies almost a whole window back, and the last four seconds pass for
 * real. No request writes a contact, tracks an event or calls compute meanwhile.
 */
const dayMs = 86_400_000;
const leftMs = 4_000;

let app: TestApp;
let api: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { spools: [checks] });
});
afterAll(() => app.close());
beforeEach(async () => {
  const project = await app.given.project();
  api = app.as(project.secretKey);
});

const aDay = (field: string, operator: string) => ({
  logic: 'AND',
  groups: [{ filters: [{ field, operator, value: 1, unit: 'days' }] }],
});

const track = (name: string, condition: unknown) => api.post('/segments', { name, condition, trackMembership: true });

const changes = async (): Promise<string[]> => {
  const { body } = await api.get('/events?source=platform&limit=100');
  return body.data
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => name.startsWith('segment.'))
    .sort();
};

const almostADayAgo = () => new Date(Date.now() - dayMs + leftMs).toISOString();

test('a contact exits when its window runs out and enters where it has become old enough, one event each (D-334)', async () => {
  await api.post('/contacts', { email: 'ada@example.com', data: { seenAt: almostADayAgo() } });
  await track('Fresh', aDay('data.seenAt', 'within'));
  await track('Stale', aDay('data.seenAt', 'olderThan'));
  await app.settle();
  const before = await changes();

  await vi.waitFor(async () => expect((await changes()).length).toBeGreaterThan(2), { timeout: 15_000 });
  await delay(1_000);

  expect(before).toEqual(['segment.fresh.entry']);
  expect(await changes()).toEqual(['segment.fresh.entry', 'segment.fresh.exit', 'segment.stale.entry']);
});

test('the same for the time since an event (D-334)', async () => {
  await api.post('/events/track', { email: 'ada@example.com', event: 'purchase' });
  await app.app.services.database.pool.query('update contact_events set last_at = $1', [almostADayAgo()]);
  await track('Buyers', aDay('event.purchase', 'triggeredWithin'));
  await track('Sleepers', aDay('event.purchase', 'triggeredOlderThan'));
  await track('Not lately', aDay('event.purchase', 'notTriggeredWithin'));
  await app.settle();
  const before = await changes();

  await vi.waitFor(async () => expect((await changes()).length).toBeGreaterThan(3), { timeout: 15_000 });
  await delay(1_000);

  expect(before).toEqual(['segment.buyers.entry']);
  expect(await changes()).toEqual([
    'segment.buyers.entry',
    'segment.buyers.exit',
    'segment.not-lately.entry',
    'segment.sleepers.entry',
  ]);
});
