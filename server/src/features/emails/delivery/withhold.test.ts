import { expect, test, vi } from 'vitest';
import { deliveryYard } from '#testing/delivery-yard';
import { givenContact, givenSender } from '#testing/given-mail';

test('C10 mail of a disabled or paused project is held, never failed, and resumes', async () => {
  const yard = await deliveryYard();
  const contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
  const set = (change: string) => yard.client.query(`update projects set ${change} where id = $1`, [yard.project.id]);
  const resume = async () => {
    const { rows } = await yard.client.query(`select * from projects_with_released_mail('postrider.test', 10)`);
    expect(rows).toEqual([{ project_id: yard.project.id }]);
    const { releaseHeldMail } = await import('./schedules.ts');
    const { projectContext } = await import('#platform/context');
    await releaseHeldMail.run(projectContext(yard.app.app.cellar, yard.project.id), {});
  };
  yard.work();
  const holds = [
    [`disabled_reason = 'MANUAL'`, 'disabled_reason = null', 'PROJECT_DISABLED'],
    ['paused_at = now()', 'paused_at = null', 'PROJECT_PAUSED'],
    ['marketing_paused_at = now()', 'marketing_paused_at = null', 'MARKETING_PAUSED'],
  ] as const;
  for (const [hold, lift, reason] of holds) {
    await set(hold);
    const [id = ''] = await yard.mails(1, { type: 'MARKETING', contactId });
    await yard.until(id, ({ delivery }) =>
      expect(delivery).toMatchObject({ hold_reason: reason, attempt: 0, fence: null }),
    );
    expect(await yard.look(id)).toMatchObject({ email: { status: 'QUEUED' }, attempts: [] });
    const { rowCount } = await yard.client.query(`select from projects_with_released_mail('postrider.test', 10)`);
    expect(rowCount).toBe(0);

    await set(lift);
    await resume();
    await yard.until(id, ({ email }) => expect(email).toMatchObject({ status: 'SENT' }));
  }
  expect(yard.relay.received).toHaveLength(3);
});

test('D-710 D-714 mail of a domain that is no longer verified is held; of one that is gone, failed', async () => {
  const yard = await deliveryYard();
  await givenSender(yard.client, yard.project.id, 'pending.example', { status: 'pending' });
  const [held = '', failed = ''] = await yard.mails(2, (place) => ({
    domain: place === 0 ? 'pending.example' : 'gone.example',
  }));
  yard.work();

  await yard.until(held, ({ delivery }) => expect(delivery).toMatchObject({ hold_reason: 'DOMAIN_NOT_VERIFIED' }));
  await yard.until(failed, ({ email }) => expect(email).toMatchObject({ status: 'FAILED', reason: 'DOMAIN_REMOVED' }));
});

test('I5 P11 an unsubscribe that comes while the message is on its way keeps the dot back', async () => {
  const yard = await deliveryYard();
  const contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
  yard.relay.script = { data: { afterMs: 500, reply: '354 go on' } };
  const [id = ''] = await yard.mails(1, { type: 'MARKETING', contactId });
  yard.work();

  await vi.waitFor(() => expect(yard.relay.commands).toContain('DATA'), { timeout: 10_000 });
  await yard.client.query('update contacts set subscribed = false where id = $1', [contactId]);
  await yard.idle();

  expect((await yard.look(id)).email).toMatchObject({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED', sent_at: null });
  expect(yard.relay.received).toEqual([]);
  const { rows } = await yard.client.query('select name, data from events where contact_id = $1', [contactId]);
  expect(rows).toMatchObject([{ name: 'email.suppressed', data: { reason: 'UNSUBSCRIBED' } }]);
});

test('M13 a complaint about marketing stops marketing and lets a password reset through', async () => {
  const yard = await deliveryYard();
  const contactId = await givenContact(yard.client, yard.project.id, 'ada@example.com');
  await yard.client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), 'ada@example.com', 'COMPLAINT', 'MARKETING', now())`,
    [yard.project.id],
  );
  const [reset = '', news = ''] = await yard.mails(2, (place) => ({
    type: place === 0 ? 'TRANSACTIONAL' : 'MARKETING',
    contactId,
  }));
  yard.work();
  await yard.idle();

  expect((await yard.look(reset)).email.status).toBe('SENT');
  expect((await yard.look(news)).email).toMatchObject({ status: 'SUPPRESSED', reason: 'SUPPRESSION_COMPLAINT' });
});
