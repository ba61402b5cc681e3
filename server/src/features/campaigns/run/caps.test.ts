import { expect, test, vi } from 'vitest';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';

const waitFor = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 30 });

const pathOf = ({ project }: CampaignSetup): string => `/users/@me/projects/${project.id}/billing-limits`;
const setCap = (setup: CampaignSetup, campaigns: number | null) =>
  setup.project.owner.client.put(pathOf(setup), { campaigns });
const usageOf = async (setup: CampaignSetup): Promise<number> =>
  (await setup.project.owner.client.get(pathOf(setup))).body.campaigns.usage;

test('a campaign takes what is left of the cap, is held, and goes on when the cap allows more (D-805, D-831, D-1145)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(5);
  await setCap(setup, 3);
  const id = await setup.draft();
  await setup.post(`${id}/send`, { delaySeconds: 1 });
  setup.sendAll();

  await waitFor(async () =>
    expect(await setup.get(id)).toMatchObject({ status: 'SENDING', holdReason: 'BILLING_LIMIT', sentCount: 3 }),
  );
  expect((await setup.get(id)).heldSince).not.toBeNull();
  expect(await usageOf(setup)).toBe(3);

  await setCap(setup, 4);
  await waitFor(async () => expect(await setup.get(id)).toMatchObject({ holdReason: 'BILLING_LIMIT', sentCount: 4 }));
  await setCap(setup, null);
  expect(await setup.ended(id)).toMatchObject({ sentCount: 5, holdReason: null, heldSince: null });
  expect(await usageOf(setup)).toBe(5);
});

test('a send to more recipients than are left is refused at once', async () => {
  const setup = await campaignSetup();
  await setup.contacts(5);
  await setCap(setup, 3);
  const id = await setup.draft();

  const { status, body } = await setup.post(`${id}/send`);

  expect({ status, code: body.error.code }).toEqual({ status: 402, code: 'BILLING_LIMIT_EXCEEDED' });
  expect(body.error.details).toMatchObject({ category: 'campaigns', limit: 3, usage: 0, requested: 4 });
  const { blocks } = await setup.get(`${id}/preflight`);
  expect(blocks).toEqual([expect.objectContaining({ code: 'BILLING_LIMIT', count: 2 })]);
  await setCap(setup, 5);
  expect((await setup.get(`${id}/preflight`)).blocks).toEqual([]);
  expect((await setup.post(`${id}/send`)).status).toBe(200);
});

test('a campaign whose last mails need nothing of the cap is not held', async () => {
  const setup = await campaignSetup();
  await setup.contacts(4);
  const { id: projectId } = setup.project;
  await setup.rows(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     select $1, gen_random_uuid(), email, 'MANUAL', 'ALL', now() from contacts where email in ('c2@example.com', 'c3@example.com')`,
    [projectId],
  );
  await setCap(setup, 2);
  const id = await setup.draft();
  await setup.post(`${id}/send`, { delaySeconds: 1 });
  setup.sendAll();

  expect(await setup.ended(id)).toMatchObject({ sentCount: 2, totalRecipients: 4 });
  expect(await usageOf(setup)).toBe(2);
});

test('mails of a cancelled campaign that were due are given back', async () => {
  const setup = await campaignSetup();
  await setup.contacts(5);
  await setCap(setup, 3);
  const id = await setup.draft();
  await setup.post(`${id}/send`, { delaySeconds: 1 });
  setup.runAll();
  await waitFor(async () => expect(await setup.get(id)).toMatchObject({ holdReason: 'BILLING_LIMIT' }));
  expect(await usageOf(setup)).toBe(3);

  await setup.post(`${id}/cancel`);

  await waitFor(async () => expect(await usageOf(setup)).toBe(0));
  expect(await setup.rows('select status, count(*)::int from emails group by 1')).toEqual([
    { status: 'CANCELLED', count: 5 },
  ]);
});

test('two campaigns at once take no more than the cap together', async () => {
  const setup = await campaignSetup();
  await setup.contacts(40);
  await setCap(setup, 50);
  const ids = [await setup.draft({ name: 'One' }), await setup.draft({ name: 'Two' })];
  for (const id of ids) await setup.post(`${id}/send`, { delaySeconds: 1 });
  setup.runAll();

  await waitFor(async () => expect(await setup.rows('select from deliveries')).toHaveLength(50));
  await waitFor(async () => {
    const held = await Promise.all(ids.map(async (id) => (await setup.get(id)).holdReason));
    expect(held).toContain('BILLING_LIMIT');
  });
  expect(await usageOf(setup)).toBe(50);
});
