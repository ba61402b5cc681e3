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

test('a mail that is refused after it was taken, as for a virus, is in the activity with its reason, with and without a contact', async () => {
  const setup = await noticeSetup();
  const api = setup.project.owner.in(setup.project.id);
  const [named, custom] = await setup.mails(2);
  if (!named || !custom) throw new Error('no mails');
  await setup.rows('update emails set contact_id = null where id = $1', [custom]);
  const refused = { kind: 'reject', at: new Date(), error: 'Bad content' } as const;

  for (const id of [named, custom]) {
    await setup.notify(id, refused);
    await setup.notify(id, refused); // a copy
  }

  const { body } = await api.get('/activity?types=email.failed&mode=all');
  const metadata = { subject: 'Hello', reason: 'REJECTED', error: 'Bad content' };
  expect(body).toMatchObject({
    total: 2,
    data: [
      { type: 'email.failed', contactId: null, metadata: { ...metadata, emailId: custom } },
      { type: 'email.failed', contactId: expect.any(String), metadata: { ...metadata, emailId: named } },
    ],
  });
});
