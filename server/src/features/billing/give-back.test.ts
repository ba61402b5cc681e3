import { expect, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { billingSetup } from '#testing/billing-setup';
import { acceptedSteps, renderedSteps, stepMailTo, stepText } from '#testing/step-mail';
import { until } from '#testing/until';

vi.setConfig({ testTimeout: 120_000 });

test('mail that the relay refuses is given back, mail that it takes is not', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ transactional: 2 });
  setup.relay.script = { unknown: /gone@/ };
  await setup.send('gone@example.com');
  await setup.send('there@example.com');
  expect((await setup.send()).status).toBe(402);

  setup.work();
  await setup.idle();

  expect(await setup.rows('select status, count(*)::int from emails group by 1 order by 1')).toEqual([
    { status: 'FAILED', count: 1 },
    { status: 'SENT', count: 1 },
  ]);
  expect(await setup.usageOf('transactional')).toBe(1);
  expect((await setup.send()).status).toBe(200);
});

test('mail is given back to the period that it was counted in, also after its end (D-1146)', async () => {
  const setup = await billingSetup();
  await setup.send('first@example.com');
  const ends = await setup.endPeriod(0);
  await setup.send('second@example.com');
  await setup.rows('delete from billing_usage where period_start <> $1', [ends]);
  await setup.rows(
    `insert into billing_usage select project_id, 'transactional', counted_in, 1, 1 from deliveries where recipient = 'first@example.com'`,
  );
  const contacts = await setup.rows(`select id from contacts where email = 'first@example.com'`);

  const deleted = await setup.api.delete(`/contacts/${contacts[0].id}`);

  expect(deleted.status).toBeLessThan(300);
  expect(await setup.rows(`select status, reason from emails where status <> 'QUEUED'`)).toEqual([
    { status: 'CANCELLED', reason: 'CONTACT_DELETED' },
  ]);
  const sums = await setup.rows('select sum(used)::int from billing_usage group by period_start order by period_start');
  expect(sums).toEqual([{ sum: 0 }, { sum: 1 }]);
});

test('mail of workflows over the cap is suppressed, and the others are sent (D-1143)', async () => {
  const setup = await billingSetup();
  await setup.setCaps({ workflows: 2 });
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const contacts = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => (await setup.api.post('/contacts', { email: `${name}@example.com` })).body),
  );
  const text = stepText({ fromEmail: 'hello@acme.example' });
  const drafts = await renderedSteps(
    ctx,
    text,
    contacts.map((contact) => stepMailTo(contact)),
  );

  expect(await acceptedSteps(ctx, drafts)).toEqual(['QUEUED', 'QUEUED', 'BILLING_LIMIT']);

  expect(await setup.usageOf('workflows')).toBe(2);
  const suppressed = `select recipient, status, reason from emails where status <> 'QUEUED'`;
  expect(await setup.rows(suppressed)).toEqual([
    { recipient: 'c@example.com', status: 'SUPPRESSED', reason: 'BILLING_LIMIT' },
  ]);
  expect(await setup.rows(`select from events where name = 'email.suppressed'`)).toHaveLength(1);
});

test('a reset gives back mail that waits, and none of it leaves afterwards (D-1150)', async () => {
  const setup = await billingSetup();
  const { app, project } = setup;
  await setup.setCaps({ transactional: 2 });
  await setup.send();
  await setup.send();
  expect((await setup.send()).status).toBe(402);

  const reply = project.owner.client.post(`/users/@me/projects/${project.id}/reset`);
  const marked = 'select from projects where id = $1 and wipe_began_at is not null';
  expect(await until(async () => (await setup.rows(marked, [project.id])).length === 1)).toBe(true);
  setup.work();
  await app.settle();
  expect((await reply).status).toBe(200);
  await setup.send('after@example.com');
  await setup.idle();

  expect(await setup.rows('select recipient, status from emails')).toEqual([
    { recipient: 'after@example.com', status: 'SENT' },
  ]);
  expect(setup.relay.received).toHaveLength(1);
  expect(await setup.usageOf('transactional')).toBe(1);
});
