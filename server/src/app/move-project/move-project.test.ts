import type { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeIdentity } from '#features/projects';
import { instanceContext } from '#platform/context';
import { endTogether, startDatabaseLink } from '../../../testing/database-link.ts';
import { openFilledTables } from '../../../testing/fill-tables.ts';
import { givenMails, givenSender } from '../../../testing/given-mail.ts';
import { givenRecipient } from '../../../testing/recipient-setup.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { firstSecret, twoCells } from '../../../testing/two-cells.ts';
import { findDrift } from '../../features/events/find-drift.ts';
import { holdProject } from './hold-project.ts';
import { abortMove, type MoveResult, moveProject } from './move-project.ts';
import { staying } from './project-tables.ts';

test('every row of a project is in the other installation afterwards, but for those that stay with a reason', async () => {
  const { from, to, source, target, move } = await twoCells();
  const [there, here] = [await openFilledTables(from.databaseUrl), await openFilledTables(to.databaseUrl)];
  const [own, neighbour] = [await from.given.project(), await from.given.project()];
  await there.fill(own.id);
  await there.fill(neighbour.id);
  await source.query('update billing_units set is_open = false'); // all mail is reported
  const rows = await there.rowsOf(own.id);

  const { tables } = await move(own.id);

  const moved = Object.fromEntries(Object.entries(rows).filter(([name]) => !(name in staying)));
  const { memberships, ...arrived } = await here.rowsOf(own.id);
  expect(arrived).toEqual(moved);
  expect(memberships).toHaveLength(1);
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['memberships', 'invitations']));
  expect(tables.filter(({ rows: count }) => count > 0).length).toBeGreaterThan(90);
  expect(await here.rowsOf(neighbour.id)).toEqual({});
  const handle = 'select handle, name from projects where id = $1';
  expect((await target.query(handle, [own.id])).rows).toEqual((await source.query(handle, [own.id])).rows);
  await Promise.all([there.close(), here.close()]);
});

test('keys and links made before work in the new installation, and the former one refuses', async () => {
  const { from, to, source, target, move } = await twoCells();
  const recipient = await givenRecipient(from, source);
  const { secretKey, publicKey, id } = recipient.project;

  const { mark, handle } = await move(id);

  expect({ mark, handle }).toEqual({ mark: 'eu1', handle: recipient.handle });
  expect((await to.as(secretKey).post('/contacts', { email: 'new@example.com' })).status).toBe(201);
  expect((await to.as(publicKey).post('/v1/track', { email: 'new@example.com', event: 'seen' })).status).toBe(200);
  expect((await to.anyone.post(recipient.paths.u)).status).toBe(200);
  const subscribed = 'select subscribed from contacts where project_id = $1 and id = $2';
  expect((await target.query(subscribed, [id, recipient.contactId])).rows).toEqual([{ subscribed: false }]);
  const refused = await from.as(secretKey).post('/contacts', { email: 'late@example.com' });
  expect(refused).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('moved') } },
  });
  expect((await from.anyone.post(recipient.paths.u)).status).toBe(503);
  expect((await source.query(subscribed, [id, recipient.contactId])).rows).toEqual([{ subscribed: true }]);
});

test('streams that are open in the former installation are ended', async () => {
  const { from, move } = await twoCells();
  const { id, secretKey, owner } = await from.given.project();
  const identity = makeIdentity(from.app.services.entryDatabase);
  const session = owner.headers.cookie?.split('=')[1] ?? '';
  const held = [identity.hold({ key: secretKey }, id), identity.hold({ session }, id)];

  const before = await identity.findEnded(held);
  await move(id);

  expect([...before]).toEqual([]);
  expect([...(await identity.findEnded(held))]).toEqual(held);
});

test('a project that is held is not worked on, and works on after --abort', async () => {
  const { from, to, source, target } = await twoCells();
  const { id, secretKey } = await from.given.project();
  const move = { projectId: id, from: from.databaseUrl };
  const create = (email: string) => from.as(secretKey).post('/contacts', { email });

  await holdProject(source, id);
  const whileHeld = await create('a@example.com');
  await abortMove(to.app.services.config, move);

  expect(whileHeld.status).toBe(503);
  expect((await create('b@example.com')).status).toBe(201);
  expect((await target.query('select from projects where id = $1', [id])).rowCount).toBe(0);
});

test('a move that was interrupted goes on, and cannot be undone once the project has arrived', async () => {
  const { from, to, source, move } = await twoCells();
  const { id, secretKey } = await from.given.project();
  await holdProject(source, id);
  await move(id);
  await source.query('update projects set moved_at = null where id = $1', [id]); // died before its last statement

  const abort = abortMove(to.app.services.config, { projectId: id, from: from.databaseUrl });
  await expect(abort).rejects.toThrow(/already/);
  await move(id);

  const { rows } = await source.query('select moved_at is not null as is_moved from projects where id = $1', [id]);
  expect(rows).toEqual([{ is_moved: true }]);
  expect((await to.as(secretKey).get('/contacts')).status).toBe(200);
});

async function moveInto(to: TestApp, from: TestApp, projectId: string): Promise<MoveResult> {
  const { email: owner } = await to.given.user();
  const move = { projectId, from: from.databaseUrl, owner, hasCopiedFiles: true };
  return moveProject(to.app.services.config, move, () => {});
}

const marksOf = async (database: Client, id: string) =>
  (
    await database.query(
      'select move_held_at is not null as is_held, moved_at is not null as is_moved from projects where id = $1',
      [id],
    )
  ).rows;

test('a project that has moved is neither moved again nor set free by the installation that it has left', async () => {
  const { from, to, source, move } = await twoCells();
  const third = await testApp({ CELL: 'eu3', SECRET_KEYS_OLD: firstSecret });
  const { id, secretKey } = await from.given.project();
  await move(id);

  await expect(moveInto(third, from, id)).rejects.toThrow(/has moved from there/);
  const abort = abortMove(third.app.services.config, { projectId: id, from: from.databaseUrl });
  await expect(abort).rejects.toThrow(/has moved to another/);

  expect(await marksOf(source, id)).toEqual([{ is_held: true, is_moved: true }]);
  expect((await from.as(secretKey).post('/contacts', { email: 'a@example.com' })).status).toBe(503);
  expect((await to.as(secretKey).post('/contacts', { email: 'a@example.com' })).status).toBe(201);
});

test('a former copy is not the project that arrives: the move back is refused, and so is its abort', async () => {
  const { from, to, source, target, move } = await twoCells();
  const { id } = await from.given.project();
  await move(id);
  await holdProject(target, id); // on its way to a third one, and interrupted

  await expect(moveInto(from, to, id)).rejects.toThrow(/former copy/);
  const abort = abortMove(from.app.services.config, { projectId: id, from: to.databaseUrl });
  await expect(abort).rejects.toThrow(/former copy/);

  expect(await marksOf(source, id)).toEqual([{ is_held: true, is_moved: true }]);
  expect(await marksOf(target, id)).toEqual([{ is_held: true, is_moved: false }]);
});

/** Folds what may be folded. Twice, because the first call only reads the clock. */
async function fold({ app }: TestApp): Promise<void> {
  for (let calls = 0; calls < 2; calls += 1) {
    for (let isMore = true; isMore; ) {
      const [row] = await instanceContext(app.services).dispatch<{ fold_event_counts: boolean }>(
        'fold_event_counts',
        [],
      );
      isMore = row?.fold_event_counts ?? false;
    }
  }
}

const behind = `folded_to = now() - interval '1 day', safe_to = now() - interval '1 day', seen_at = now() - interval '1 day'`;
const ahead = 'folded_to = now(), safe_to = now(), seen_at = now()';
const marks = [
  { is: 'behind, and never stored quarters', there: `'2026-02-01'`, here: `${behind}, quarters_from = null` },
  { is: 'behind', there: `'2026-02-01'`, here: `${behind}, quarters_from = '2026-01-01'` },
  { is: 'ahead, with earlier quarters', there: 'quarter_of(now())', here: `${ahead}, quarters_from = '2026-01-01'` },
  { is: 'ahead, with later quarters', there: `'2026-02-01'`, here: `${ahead}, quarters_from = quarter_of(now())` },
];

test.each(marks)(
  'events are counted once when the counting of the new installation is $is',
  async ({ there, here }) => {
    const { from, to, source, target, move } = await twoCells();
    const { id, publicKey } = await from.given.project();
    const track = () => from.as(publicKey).post('/v1/track', { email: 'ada@example.com', event: 'visit' });
    for (let n = 0; n < 3; n += 1) await track();
    const ago = `- interval '1000 seconds'`;
    await source.query(`update events set created_at = created_at ${ago}, previous_at = previous_at ${ago}`);
    await source.query(`update contact_events set last_at = last_at ${ago}, previous_at = previous_at ${ago}`);
    await source.query(`update event_mark set ${behind}, quarters_from = ${there}`);
    await fold(from);
    for (let n = 0; n < 2; n += 1) await track();
    await target.query(`update event_mark set ${here}`);
    const drift = () => instanceContext(to.app.services).inProject(id).read(findDrift);
    const counted = async () =>
      (
        await target.query(`select sum(count)::int as n from event_counts where project_id = $1 and name = 'visit'`, [
          id,
        ])
      ).rows[0].n ?? 0;

    await move(id);
    const onArrival = [await drift(), await counted()];
    await fold(to);

    expect(onArrival).toEqual([[], here.startsWith(ahead) ? 5 : 0]);
    expect([await drift(), await counted()]).toEqual([[], here.startsWith(ahead) ? 5 : 3]);
  },
);

test('when the new installation refuses a row of a large table, the command ends and the project works on', async () => {
  const { from, source, target, move } = await twoCells();
  const { id, secretKey } = await from.given.project();
  await source.query(
    `insert into contacts (project_id, id, email, subscribed, source, data, created_at, updated_at)
     select $1, gen_random_uuid(), n || '@example.com', true, 'api', jsonb_build_object('text', repeat('x', 2000)), now(), now()
       from generate_series(1, 10000) n`,
    [id],
  );
  await target.query('alter table contacts add constraint no_contacts check (subscribed is null)');

  await expect(move(id)).rejects.toThrow(/no_contacts/);

  expect(await marksOf(source, id)).toEqual([{ is_held: false, is_moved: false }]);
  expect((await from.as(secretKey).post('/contacts', { email: 'a@example.com' })).status).toBe(201);
  expect((await target.query('select from projects where id = $1', [id])).rowCount).toBe(0);
  await target.query('alter table contacts drop constraint no_contacts');
  expect((await move(id)).tables.find(({ name }) => name === 'contacts')?.rows).toBe(10_001);
});

test('an address that leads to a pooler in transaction mode is refused', async () => {
  const { from, source, move } = await twoCells();
  const { id } = await from.given.project();
  const link = await startDatabaseLink(from.databaseUrl, (incoming, open) => {
    const outgoing = open();
    endTogether(incoming, outgoing);
    outgoing.pipe(incoming);
    // As if all clients had one session: its number is the same for all, and not the one that a client knows.
    incoming.on('data', (chunk: Buffer) =>
      outgoing.write(
        Buffer.from(chunk.toString('latin1').replaceAll('pg_backend_pid()', '4711'.padStart(16, '0')), 'latin1'),
      ),
    );
  });
  onTestFinished(() => link.close());

  await expect(move(id, { from: link.url })).rejects.toThrow(/--from leads to a pooler/);

  expect(await marksOf(source, id)).toEqual([{ is_held: false, is_moved: false }]);
});

test('a project with a payment subscription, or with mail that is not billed yet, is not moved', async () => {
  const { from, source, move } = await twoCells();
  const { id } = await from.given.project();
  const subscribe = (status: string | null) =>
    source.query(
      `update projects set subscription_status = $2::text, subscription_currency = $2::text,
              subscription_period_start = case when $2::text is not null then now() end,
              subscription_period_end = case when $2::text is not null then now() end where id = $1`,
      [id, status],
    );

  await subscribe('active');
  await expect(move(id)).rejects.toThrow(/payment subscription/);
  await subscribe(null);
  await source.query(
    `insert into meter_events (project_id, category, hour, part, customer_id, units, at, state, due_at, created_at)
     values ($1, 'transactional', now(), 1, 'cus_1', 1, now(), 'WAITING', now(), now())`,
    [id],
  );
  await expect(move(id)).rejects.toThrow(/not reported/);

  expect(await marksOf(source, id)).toEqual([{ is_held: false, is_moved: false }]);
  await source.query(`update meter_events set state = 'COUNTED'`);
  expect((await move(id)).tables.length).toBeGreaterThan(0);
});

test('two commands do not move a project at the same time', async () => {
  const { from, source, move } = await twoCells();
  const { id } = await from.given.project();
  await source.query(`select pg_advisory_lock(hashtext('move-project'), hashtext($1))`, [id]);

  await expect(move(id)).rejects.toThrow(/Another command/);
});

test('a claim takes no row of a project that is being moved', async () => {
  const { from, source } = await twoCells();
  const [held, other] = [await from.given.project(), await from.given.project()];
  for (const { id } of [held, other]) await givenMails(source, id, 1, {});
  await source.query('update projects set move_began_at = now() where id = $1', [held.id]);

  const { rows } = await source.query(
    `select project_id from spool_claim_deliveries((select min(lane) from deliveries), $1, '{0,0}', $2, 5, gen_random_uuid(), 45)`,
    [[held.id, other.id], [held.id, other.id].map(() => '00000000-0000-0000-0000-000000000000')],
  );

  expect(rows).toEqual([{ project_id: other.id }]);
});

test('what cannot be moved is refused, and the project works on', async () => {
  const { from, to, source, target, move } = await twoCells({});
  const { id, secretKey } = await from.given.project();
  const works = async () => (await from.as(secretKey).get('/contacts')).status;

  await expect(move(id, { owner: 'nobody@example.com' })).rejects.toThrow(/no account of that owner/);
  await expect(move(to.app.services.config.CELL)).rejects.toThrow();
  await source.query(`insert into migrations (name, run_on) values ('9999_later.sql', now())`);
  await expect(move(id)).rejects.toThrow(/9999_later/);
  await source.query(`delete from migrations where name = '9999_later.sql'`);
  const other = await to.given.project();
  const { rows } = await source.query('select handle from projects where id = $1', [id]);
  await target.query('update projects set handle = $2 where id = $1', [other.id, rows[0].handle]);
  await expect(move(id)).rejects.toThrow(/has the handle/);
  await target.query('update projects set handle = $2 where id = $1', [other.id, 'aaaaaaaa']);

  expect(await works()).toBe(200);
  expect((await source.query('select from projects where move_began_at is not null')).rowCount).toBe(0);
});

test('a project whose secrets cannot be opened in the new installation does not arrive there, and works on', async () => {
  const { from, source, target, move } = await twoCells({});
  const { id, secretKey } = await from.given.project();
  await givenSender(source, id, 'acme.example', { secret: firstSecret });

  await expect(move(id)).rejects.toThrow(/sealed with a key that is unknown here/);

  expect((await target.query('select from projects where id = $1', [id])).rowCount).toBe(0);
  expect((await from.as(secretKey).post('/contacts', { email: 'a@example.com' })).status).toBe(201);
});
