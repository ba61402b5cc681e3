import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { mailboxProvider, providerDomains } from '#pure/mailbox-providers';
import { runSchedule } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { findBreakdownDrift } from './find-breakdown-drift.ts';

const driftOf = ({ app, project }: DeliverySetup) =>
  projectContext(app.app.services, project.id).read((reader) => findBreakdownDrift(reader));

const sums = (setup: DeliverySetup, dimension: string): Promise<{ name: string }[]> =>
  setup.rows(
    `select name, sum(accepted)::int as accepted, sum(sent)::int as sent, sum(opened)::int as opened, sum(bounced)::int as bounced
       from mail_breakdowns where dimension = $1 and span = 'quarter' group by name order by name`,
    [dimension],
  );

/** Mails to a contact of their own at each address, all sent. */
async function sentTo(
  setup: DeliverySetup,
  addresses: readonly string[],
): Promise<{ contacts: string[]; ids: string[] }> {
  const contacts: string[] = [];
  for (const address of addresses) contacts.push(await givenContact(setup.client, setup.project.id, address));
  const ids = await setup.mails(addresses.length, (index) => ({
    contactId: contacts[index] ?? null,
    recipient: addresses[index] ?? '',
  }));
  await setup.rows(`update emails set status = 'SENT', sent_at = created_at where id = any($1::uuid[])`, [ids]);
  await setup.rows('delete from deliveries');
  return { contacts, ids };
}

test('the provider of a mailbox is the same in SQL and in memory', async () => {
  const setup = await deliverySetup();
  const known = Object.values(providerDomains).flat();
  const addresses = [...known, 'GMail.com', 'people.example', 'notgmail.com', 'gmail.com.example'].map(
    (domain) => `ada@${domain}`,
  );

  const rows = await setup.rows('select a as address, mailbox_provider(a) as provider from unnest($1::text[]) a', [
    addresses,
  ]);

  expect(rows).toEqual(addresses.map((address) => ({ address, provider: mailboxProvider(address.toLowerCase()) })));
  expect((await setup.rows('select mailbox_provider(null) as provider'))[0].provider).toBe('other');
});

test('a mail stays with its provider when its contact is deleted; what happens later is counted as other', async () => {
  const setup = await deliverySetup();
  const { contacts, ids } = await sentTo(setup, ['ann@gmail.com', 'bob@gmail.com']);

  await setup.app.as(setup.project.secretKey).delete(`/contacts/${contacts[0]}`);
  await setup.rows(`update emails set status = 'OPENED', opened_at = now() where id = any($1::uuid[])`, [ids]);

  expect(await sums(setup, 'delivery')).toMatchObject([
    { name: 'google', sent: 2, opened: 1 },
    { name: 'other', sent: 0, opened: 1 },
  ]);
  expect(await driftOf(setup)).toEqual([]);
});

test('a bounce that turns out to be permanent moves to its new reason, and an erased text changes none', async () => {
  const setup = await deliverySetup();
  const { ids } = await sentTo(setup, ['ann@example.com']);
  const change = (set: string) => setup.rows(`update emails set ${set} where id = any($1::uuid[])`, [ids]);

  await change(`status = 'BOUNCED', bounced_at = now(), error = '452 4.2.2 Full'`);
  expect(await sums(setup, 'bounce')).toMatchObject([{ name: '4.2.2', bounced: 1 }]);
  await change('error = null');
  expect(await sums(setup, 'bounce')).toMatchObject([
    { name: '4.2.2', bounced: 0 },
    { name: 'other', bounced: 1 },
  ]);
  await change(`error = '550 5.1.1 Nobody'`);
  await change('recipient = null, error = null');

  expect(await sums(setup, 'bounce')).toMatchObject([
    { name: '4.2.2', bounced: 0 },
    { name: '5.1.1', bounced: 1 },
    { name: 'other', bounced: 0 },
  ]);
  expect(await driftOf(setup)).toEqual([]);
});

test('a fold keeps every sum, in quarters and in days, and late facts reach both', async () => {
  const setup = await deliverySetup();
  const { ids } = await sentTo(setup, ['ann@gmail.com', 'bob@gmx.net']);
  const template = crypto.randomUUID();
  await setup.rows(
    `update emails set template_id = $1, created_at = created_at - interval '30 hours', sent_at = created_at`,
    [template],
  );
  const before = await sums(setup, 'template');

  await runSchedule(setup.app, 'emails.fold-figures');
  await setup.rows(`update emails set status = 'OPENED', opened_at = now() where id = $1`, [ids[0]]);
  await runSchedule(setup.app, 'emails.fold-figures');
  await runSchedule(setup.app, 'emails.fold-figures');

  expect(before).toMatchObject([{ name: template, accepted: 2, opened: 0 }]);
  expect(await sums(setup, 'template')).toMatchObject([{ name: template, accepted: 2, opened: 1 }]);
  const days = await setup.rows(
    `select slot, accepted::int, opened::int from mail_breakdowns where dimension = 'template' and span = 'day' and accepted > 0`,
  );
  expect(days).toEqual([{ slot: 0, accepted: 2, opened: 1 }]);
  expect(await driftOf(setup)).toEqual([]);
});

test('a wrong sum is found: of what happened, of a source and of a day', async () => {
  const setup = await deliverySetup();
  await sentTo(setup, ['ann@gmail.com']);
  await setup.rows(
    `update emails set template_id = id, created_at = created_at - interval '30 hours', sent_at = created_at`,
  );
  await runSchedule(setup.app, 'emails.fold-figures');

  await setup.rows(
    `update mail_breakdowns set sent = sent + 1 where span = 'quarter' and dimension = 'delivery' and sent > 0`,
  );
  await setup.rows(
    `update mail_breakdowns set accepted = accepted - 1 where span = 'day' and dimension = 'template' and accepted > 0`,
  );

  await setup.rows(`update mail_breakdowns set clicked = 3 where span = 'quarter' and dimension = 'template'`);
  const found = (await driftOf(setup)).map(({ figure, kept, rows }) => [
    figure.replaceAll(/[0-9a-f-]{36}/g, 'id'),
    kept,
    rows,
  ]);

  expect(found.toSorted(([a = ''], [b = '']) => String(a).localeCompare(String(b)))).toEqual([
    ['day template id accepted', 0, 1],
    ['day template id clicked', 0, 3],
    ['delivery sent', 2, 1],
    ['template id clicked', 3, 0],
  ]);
});
