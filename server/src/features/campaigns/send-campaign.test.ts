import { expect, test } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';

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
