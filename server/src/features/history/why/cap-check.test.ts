import { expect, test, vi } from 'vitest';
import { campaignSetup } from '#testing/campaign-setup';

test('a cap is named: for a draft, for a mail that waits, and for one that was not made to leave', async () => {
  const setup = await campaignSetup();
  const { owner, id: projectId } = setup.project;
  const api = owner.in(projectId);
  await setup.contacts(2);
  const setCap = (campaigns: number) =>
    owner.client.put(`/users/@me/projects/${projectId}/billing-limits`, { campaigns });
  const why = async (n: number, campaignId: string) => {
    const [contact] = await setup.rows('select id from contacts where email = $1', [`c${n}@example.com`]);
    const { body } = await api.get(`/contacts/${contact.id}/why?campaignId=${campaignId}`);
    const { result, actual } = body.checks.find(({ check }: { check: string }) => check === 'cap');
    return { answer: body.answer, result, actual };
  };
  await setCap(1);
  const [sent, draft] = [await setup.draft(), await setup.draft()];

  expect(await why(0, draft)).toMatchObject({ result: 'pass' });
  await setup.post(`${sent}/send`, { delaySeconds: 1 });
  setup.sendAll();
  await vi.waitFor(
    async () => expect(await setup.get(sent)).toMatchObject({ holdReason: 'BILLING_LIMIT', sentCount: 1 }),
    { timeout: 60_000, interval: 30 },
  );

  expect(await why(0, draft)).toEqual({
    answer: expect.stringMatching(/^Would not be sent: The cap of 1 mails is reached until /),
    result: 'fail',
    actual: 1,
  });
  const [waiting] = await setup.rows(`select recipient from emails where campaign_id = $1 and sent_at is null`, [sent]);
  const last = Number(waiting.recipient[1]);
  const held = {
    answer: 'Not sent yet: The mail waits: the cap of the billing period is reached',
    result: 'fail',
    actual: 'BILLING_LIMIT',
  };
  expect(await why(last, sent)).toEqual(held);
  expect(await why(1 - last, sent)).toMatchObject({ result: 'pass' });
  for (const [reason, text] of [
    ['BILLING_LIMIT', /^Not sent: The cap of the billing period was reached$/],
    ['RECIPIENT_LIMIT', /^Not sent: The address had got as many mails within an hour/],
  ] as const) {
    await setup.rows(
      `update emails set status = 'SUPPRESSED', reason = $2 where campaign_id = $1 and sent_at is null`,
      [sent, reason],
    );
    await setup.rows(`update campaigns set hold_reason = null where id = $1`, [sent]);
    expect(await why(last, sent)).toEqual({ answer: expect.stringMatching(text), result: 'fail', actual: reason });
  }
});
