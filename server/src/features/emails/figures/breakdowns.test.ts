import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import { mailboxProvider, providerDomains } from '#pure/mailbox-providers';
import { runSchedule } from '#testing';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { givenContact } from '#testing/given-mail';
import { forTest } from '#testing/project-setup';
import { connect } from '#testing/spool-setup';
import { until } from '#testing/until';
import { findBreakdownDrift } from './find-breakdown-drift.ts';
import { findMailDrift } from './find-drift.ts';

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

test('the provider of a mailbox is the same in SQL and in memory (D-1023)', async () => {
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

test('a mail stays with its provider when its contact is deleted; what happens later is counted as other (D-1023)', async () => {
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

test('connections that share rows write them in one order, so that none waits for another in a circle', async () => {
  const setup = await deliverySetup();
  await sentTo(
    setup,
    Array.from({ length: 30 }, (_, index) => `p${index}@example.com`),
  );
  await setup.rows('update emails set template_id = gen_random_uuid()');
  const other = await forTest(connected(setup));
  const [{ pid }] = await setup.rows('select pg_backend_pid() as pid');
  const lock = (rows: string) =>
    other.client.query(
      `select from mail_breakdowns where slot = 1 + $1::int % 32767
        order by dimension <> 'delivery', dimension, project_id, at, source, is_test, name, detail ${rows} for update nowait`,
      [pid],
    );

  await other.client.query('begin');
  await lock('limit 1');
  const writing = setup.rows(`update emails set status = 'OPENED', opened_at = sent_at`);
  const waits = 'select cardinality(pg_blocking_pids($1)) as n';
  expect(await until(async () => (await other.client.query(waits, [pid])).rows[0].n === 1)).toBe(true);
  const { rowCount } = await lock(''); // refused where the waiting one holds a row
  await other.client.query('commit');
  await writing;

  expect(rowCount).toBe(31);
  expect(await driftOf(setup)).toEqual([]);
});

async function connected({ app }: DeliverySetup): Promise<{ client: Client; close(): Promise<void> }> {
  const client = await connect(app.databaseUrl);
  return { client, close: () => client.end() };
}

test('mails changed one by one count like mails changed at once, whatever changes (I15)', async () => {
  const [single, joint] = [await deliverySetup(), await deliverySetup()];
  const addresses = ['ann@gmail.com', 'bob@GMX.net', 'cy@example.com', 'di@web.de'];
  const origin = crypto.randomUUID();
  const changes = [
    `template_id = '${origin}'`,
    `status = 'SENT', sent_at = created_at`,
    'updated_at = now()',
    `status = 'DELIVERED', delivered_at = created_at + interval '20 minutes'`,
    `template_id = null, campaign_id = '${origin}'`,
    `status = 'CLICKED', opened_at = sent_at, clicked_at = sent_at`,
    `opened_at = created_at - interval '40 minutes'`,
    'delivered_at = null',
    `delivered_at = created_at - interval '1 hour'`,
    `clicked_at = null, status = 'OPENED'`,
    `campaign_id = null, workflow_id = '${origin}'`,
    `status = 'FAILED', sent_at = null, delivered_at = null, opened_at = null`,
    `sent_at = created_at, delivered_at = created_at + interval '3 hours', status = 'DELIVERED'`,
    `status = 'CANCELLED'`,
    `status = 'SUPPRESSED', is_test = not is_test`,
    `status = 'COMPLAINED', complained_at = created_at`,
    `status = 'OPENED', complained_at = null, opened_at = created_at + interval '90 minutes'`,
    `status = 'BOUNCED', bounced_at = created_at, error = '550 5.1.1 Nobody'`,
    'recipient = null, error = null',
    `status = 'CLICKED', bounced_at = null, clicked_at = created_at`,
    `created_at = created_at - interval '5 hours'`,
  ];
  const all = async (setup: DeliverySetup) => [
    await setup.rows(
      `select dimension, name, detail, source, is_test, at, sum(accepted)::int, sum(sent)::int as sent, sum(delivered)::int as delivered,
              sum(opened)::int as opened, sum(clicked)::int as clicked, sum(bounced)::int as bounced, sum(complained)::int as complained
         from mail_breakdowns group by 1, 2, 3, 4, 5, 6 having sum(accepted) <> 0 or sum(sent) <> 0 or sum(delivered) <> 0 or sum(opened) <> 0
             or sum(clicked) <> 0 or sum(bounced) <> 0 or sum(complained) <> 0 order by 1, 2, 3, 4, 5, 6`,
    ),
    await driftOf(setup),
    await projectContext(setup.app.app.services, setup.project.id).read((reader) => findMailDrift(reader)),
  ];
  const begin = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 86_400_000);
  for (const setup of [single, joint]) {
    const ids = await setup.mails(addresses.length, (index) => ({ recipient: addresses[index] ?? '' }));
    await setup.rows('update emails set created_at = $2 where id = any($1::uuid[])', [ids, begin]);
  }

  for (const change of changes) {
    await joint.rows(`update emails set ${change}`);
    for (const address of await single.rows('select id from emails')) {
      await single.rows(`update emails set ${change} where id = $1`, [address.id]);
    }
    const [counted, ...drifts] = await all(single);
    expect([change, counted, ...drifts]).toEqual([change, (await all(joint))[0], [], []]);
  }
}, 60_000);
