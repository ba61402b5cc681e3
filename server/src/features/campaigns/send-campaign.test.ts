import { expect, onTestFinished, test } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';
import { connect } from '#testing/spool-setup';

test('a campaign whose audience cannot be read in time starts, and an empty one ends as SENT with nobody (D-831)', async () => {
  const setup = await campaignSetup();
  const id = await setup.draft();
  expect((await setup.post(`${id}/send`)).body.error.code).toBe('CAMPAIGN_NO_RECIPIENTS');
  const other = await connect(setup.app.databaseUrl);
  onTestFinished(() => other.end());
  await other.query('begin; lock table contacts in access exclusive mode');

  const reply = await setup.post(`${id}/send`);
  await other.query('rollback');

  expect(reply).toMatchObject({ status: 200, body: { status: 'SENDING' } });
  setup.sendAll();
  expect(await setup.ended(id)).toMatchObject({ totalRecipients: 0, sentCount: 0 });
});

test('where the operator wants it, a campaign that is not transactional needs DMARC, now or later (D-705)', async () => {
  const setup = await campaignSetup({ MARKETING_WITHOUT_DMARC: 'refuse' });
  await setup.contacts(1);
  const refused = { status: 403, body: { error: { code: 'DMARC_REQUIRED', details: { domain: 'acme.example' } } } };

  for (const type of ['MARKETING', 'HEADLESS']) {
    const id = await setup.draft({ type });
    expect(await setup.post(`${id}/send`)).toMatchObject(refused);
    expect(await setup.post(`${id}/send`, { delaySeconds: 60 })).toMatchObject(refused);
  }
  const transactional = await setup.draft({ type: 'TRANSACTIONAL' });
  expect(await setup.post(`${transactional}/send`)).toMatchObject({ status: 200 });

  await setup.rows(`update domains set dmarc_policy = 'none'`);
  const marketing = await setup.draft();
  expect(await setup.post(`${marketing}/send`)).toMatchObject({ status: 200 });
});
