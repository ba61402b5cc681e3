import { expect, test, vi } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';

const waitFor = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 30 });

test('a canary stops a campaign whose addresses do not exist, with the rest of the audience untouched (D-827)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(1_200);
  setup.relay.script = { unknown: /[05]@/ };
  const id = await setup.draft({ canary: {} });
  await setup.post(`${id}/send`);
  setup.sendAll();

  const paused = await waitFor(async () => {
    const campaign = await setup.get(id);
    expect(campaign.pausedReason).toBe('CANARY');
    return campaign;
  });
  expect(paused.pauseDetail).toMatchObject({ metric: 'bounceRate', threshold: 5 });
  await setup.app.settle();
  const notices = setup.app.mails.filter(({ subject }) => subject.includes('News'));
  expect(notices).toMatchObject([{ to: setup.project.owner.email, subject: 'The campaign "News" is paused' }]);
  // A twentieth, chosen by a hash: about 60, of which about 12 do not exist.
  const [{ tried }] = await setup.rows(`select count(*)::int as tried from emails where status <> 'QUEUED'`);
  expect(tried).toBeLessThan(90);
  expect((await setup.rows('select from deliveries')).length + tried).toBeLessThan(90);
});

test('a canary lets a clean campaign through, after its part was observed (D-827)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(300);
  const id = await setup.draft({ canary: { percent: 20, observeMinutes: 5 } });
  await setup.post(`${id}/send`);
  setup.sendAll();
  const [run] = await waitFor(async () => {
    const rows = await setup.rows('select * from campaign_runs where observed_until is not null');
    expect(rows).toHaveLength(1);
    return rows;
  });
  const minutes = (run.observed_until.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(4.5);
  expect(minutes).toBeLessThanOrEqual(5);
  const first = setup.relay.received.length;
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThan(100);
  const numbers = setup.relay.received.map(({ to }) => Number(/\d+/.exec(to[0] ?? '')?.[0]));
  expect(Math.max(...numbers)).toBeGreaterThan(150); // not the oldest contacts

  await setup.rows(`update campaign_runs set observed_until = now() - interval '1 second'`);

  expect(await setup.ended(id)).toMatchObject({ sentCount: 300, pausedReason: null });
  expect(new Set(setup.relay.received.map(({ to }) => to[0])).size).toBe(300);
});

test('the rest is watched as well: a campaign whose addresses fail later is paused (D-827)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(300);
  const id = await setup.draft({ canary: { percent: 20, observeMinutes: 5 } });
  await setup.post(`${id}/send`);
  setup.sendAll();
  await waitFor(async () =>
    expect(await setup.rows('select from campaign_runs where observed_until is not null')).toHaveLength(1),
  );
  expect((await setup.get(id)).pausedReason).toBeNull();

  setup.relay.script = { unknown: /@/ };
  await setup.rows(`update campaign_runs set observed_until = now() - interval '1 second'`);

  await waitFor(async () => expect((await setup.get(id)).pausedReason).toBe('CANARY'));
});
