import { expect, test } from 'vitest';
import { type ProjectId, projectContext } from '#platform/context';
import { campaignSetup } from '#testing/campaign-setup';
import { stopAfterLoss } from './stop-after-loss.ts';

test('after a loss a campaign under way is paused, and one whose time has come is a draft; others stay as they are', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const [sending, missed, later, draft] = await Promise.all([0, 1, 2, 3].map(() => setup.draft()));
  await setup.rows(`update campaigns set status = 'SENDING' where id = $1`, [sending]);
  const schedule = (id: string | undefined, from: string) =>
    setup.rows(`update campaigns set status = 'SCHEDULED', scheduled_for = now() + $2::interval where id = $1`, [
      id,
      from,
    ]);
  await schedule(missed, '-1 hour');
  await schedule(later, '1 hour');
  const ctx = projectContext(setup.app.app.services, setup.project.id as ProjectId); // the setup's own project

  await stopAfterLoss(ctx);
  await stopAfterLoss(ctx);

  const stateOf = (id: string | undefined) =>
    setup.rows('select status, paused_at is not null as is_paused from campaigns where id = $1', [id]);
  expect(await stateOf(sending)).toEqual([{ status: 'SENDING', is_paused: true }]);
  expect(await stateOf(missed)).toEqual([{ status: 'DRAFT', is_paused: false }]);
  expect(await stateOf(later)).toEqual([{ status: 'SCHEDULED', is_paused: false }]);
  expect(await stateOf(draft)).toEqual([{ status: 'DRAFT', is_paused: false }]);
  expect(await setup.rows('select reason from mail_stops')).toEqual([{ reason: 'CAMPAIGN_PAUSED' }]);
});
