import { expect, test, vi } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';

test('a campaign is not deleted while it is sent or its mails are being closed, and the reply says what to do (D-814)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2);
  const id = await setup.draft();
  const api = setup.project.owner.in(setup.project.id);
  const remove = () => api.delete(`/campaigns/${id}`);
  const active = (status: string, suggestion: RegExp) => ({
    status: 409,
    body: {
      error: { code: 'CAMPAIGN_ACTIVE', details: { id, status }, suggestion: expect.stringMatching(suggestion) },
    },
  });
  await setup.post(`${id}/send`);
  expect(await remove()).toMatchObject(active('SENDING', /Cancel it first/));
  await setup.post(`${id}/cancel`);
  expect(await remove()).toMatchObject(active('CANCELLED', /Try again in a minute/));

  setup.runAll();

  await vi.waitFor(async () => expect(await remove()).toMatchObject({ status: 204 }), { timeout: 60_000 });
});

test('a campaign that was deleted is in no list; its mails keep its id, and figures by time keep its mails (D-814)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2);
  const id = await setup.draft();
  const api = setup.project.owner.in(setup.project.id);
  await setup.post(`${id}/send`);
  setup.sendAll();
  await setup.ended(id);
  const sums = async () => {
    const { body } = await api.get('/analytics/timeseries?mode=live');
    return body.reduce((sum: number, { emails }: { emails: number }) => sum + emails, 0);
  };
  expect(await sums()).toBe(2);
  expect((await api.get('/analytics/top-campaigns')).body).toHaveLength(1);

  expect(await api.delete(`/campaigns/${id}`)).toMatchObject({ status: 204 });

  for (const end of ['', '/stats', '/recipients', '/recipients.csv', '/preflight']) {
    expect(await api.get(`/campaigns/${id}${end}`)).toMatchObject({ status: 404 });
  }
  for (const end of ['send', 'pause', 'resume', 'cancel', 'duplicate']) {
    expect(await setup.post(`${id}/${end}`)).toMatchObject({ status: 404 });
  }
  expect((await api.get('/campaigns')).body.total).toBe(0);
  expect((await api.get('/analytics/top-campaigns')).body).toEqual([]);
  expect(await sums()).toBe(2);
  const { data } = (await api.get('/emails')).body;
  expect(data).toMatchObject([{ campaignId: id }, { campaignId: id }]);
  expect((await api.get(`/emails/${data[0].id}`)).body.body).toContain('<p>Hello</p>');
});
