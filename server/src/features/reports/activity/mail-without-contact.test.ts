import { expect, test } from 'vitest';
import { noticeSetup } from '#testing/notice-setup';

test('a mail without a contact is in the activity; one whose contact was deleted is not', async () => {
  const setup = await noticeSetup();
  const api = setup.project.owner.in(setup.project.id);
  const [custom, erased] = await setup.mails(2);
  if (!custom || !erased) throw new Error('no mails');
  await setup.rows('update emails set contact_id = null where id = $1', [custom]);
  await setup.rows('update emails set contact_id = null, recipient = null, subject = null where id = $1', [erased]);
  const delivered = { kind: 'delivery', at: new Date() } as const;

  await setup.notify(custom, delivered);
  await setup.notify(custom, delivered); // a copy
  await setup.notify(erased, delivered);

  const { body } = await api.get('/activity?mode=all');
  expect(body).toMatchObject({
    total: 1,
    data: [
      { type: 'email.delivered', contactId: null, contactEmail: null, metadata: { emailId: custom, subject: 'Hello' } },
    ],
  });
  expect((await api.get('/activity?mode=test')).body.data).toEqual([]);
  expect((await api.get('/activity?mode=live&types=email.delivered')).body.data).toHaveLength(1);
});
