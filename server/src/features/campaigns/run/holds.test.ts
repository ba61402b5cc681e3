import { expect, test, vi } from 'vitest';
import { SourcePaused } from '#features/reputation';
import { projectContext } from '#platform/context';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';

const waitFor = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 30 });

const statesOf = (setup: CampaignSetup) =>
  setup.rows('select status, reason, count(*)::int from emails group by 1, 2 order by 1, 2');

test('a campaign whose project is paused at its time waits with the reason, and goes on when the cause is gone (D-805)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const id = await setup.draft();
  await setup.post(`${id}/send`, { delaySeconds: 1 });
  await setup.rows(`update projects set marketing_paused_at = now()`);
  setup.sendAll();

  const held = await waitFor(async () => {
    const campaign = await setup.get(id);
    expect(campaign).toMatchObject({ status: 'SENDING', holdReason: 'MARKETING_PAUSED', totalRecipients: 3 });
    return campaign;
  });
  expect(held.heldSince).not.toBeNull();
  expect(await setup.rows('select from deliveries')).toEqual([]);

  await setup.rows(`update projects set marketing_paused_at = null`);
  expect(await setup.ended(id)).toMatchObject({ sentCount: 3, holdReason: null, heldSince: null });
});

test('held for 72 hours without a break, what has not left is FAILED, EXPIRED (D-805)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const id = await setup.draft();
  await setup.post(`${id}/send`);
  await setup.rows(`update projects set paused_at = now()`);
  setup.sendAll();
  await waitFor(async () =>
    expect(await setup.get(id)).toMatchObject({ holdReason: 'PROJECT_PAUSED', totalRecipients: 3 }),
  );

  await setup.rows(`update campaigns set held_since = now() - interval '73 hours'`);

  expect(await setup.ended(id)).toMatchObject({ sentCount: 0 });
  expect(await statesOf(setup)).toEqual([{ status: 'FAILED', reason: 'EXPIRED', count: 3 }]);
});

test('28 days after its beginning what is not due is closed', async () => {
  const setup = await campaignSetup();
  await setup.contacts(5);
  const id = await setup.draft({ sendRate: 1 });
  await setup.post(`${id}/send`);
  setup.runAll();
  await waitFor(async () => expect(await setup.rows('select from deliveries')).toHaveLength(1));
  await setup.rows(`update campaigns set sent_at = now() - interval '29 days'`);
  setup.sendAll();

  expect(await setup.ended(id)).toMatchObject({ sentCount: 1 });
  expect(await statesOf(setup)).toEqual([
    { status: 'FAILED', reason: 'EXPIRED', count: 4 },
    { status: 'SENT', reason: null, count: 1 },
  ]);
});

test('a pause by reputation replaces a pause by a person, and is lifted by those who lead the team, twice in 7 days (D-818)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const id = await setup.draft();
  await setup.post(`${id}/send`);
  await setup.post(`${id}/pause`);
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const suspend = async (): Promise<void> => {
    await setup.rows(
      `insert into reputation_suspensions (project_id, id, scope, target_id, cause, value, threshold, started_at)
       values ($1, gen_random_uuid(), 'CAMPAIGN', $2, 'BOUNCE_RATE', 12.5, 10, now())`,
      [setup.project.id, id],
    );
    const paused = { scope: 'campaign', targetId: id, cause: 'BOUNCE_RATE', value: 12.5, threshold: 10 };
    await ctx.transaction((tx) => tx.emit(SourcePaused, paused));
  };
  await suspend();
  expect(await setup.get(id)).toMatchObject({
    pausedReason: 'REPUTATION',
    pauseDetail: { metric: 'bounceRate', value: 12.5, threshold: 10 },
  });

  const member = await setup.app.given.member(setup.project, 'MEMBER');
  const key = setup.app.as(setup.project.secretKey);
  for (const caller of [member.in(setup.project.id), key]) {
    const { status, body } = await caller.post(`/campaigns/${id}/resume`);
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
  }
  for (let time = 1; time <= 2; time += 1) {
    expect((await setup.post(`${id}/resume`)).body).toMatchObject({ pausedReason: null });
    await suspend();
  }
  const { status, body } = await setup.post(`${id}/resume`);
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'RESUME_TOO_SOON' });
  expect(Date.parse(body.error.details.allowedAt)).toBeGreaterThan(Date.now());
  expect(await setup.rows('select from reputation_suspensions where ended_at is null')).toHaveLength(1);
});

test('an audience that is empty at its time ends as SENT with nobody', async () => {
  const setup = await campaignSetup();
  const id = await setup.draft();
  const refused = await setup.post(`${id}/send`);
  expect(refused.body.error.code).toBe('CAMPAIGN_NO_RECIPIENTS');
  await setup.post(`${id}/send`, { delaySeconds: 1 });
  setup.sendAll();
  expect(await setup.ended(id)).toMatchObject({ totalRecipients: 0, sentCount: 0 });
});
