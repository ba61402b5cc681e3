import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { nilId } from '#platform/ids';
import { runSchedule, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const turn = () => runSchedule(app, 'retention');
const bodies = async () => Number((await client.query('select count(*) as n from email_contents')).rows[0]?.n);

async function addWeek(monday: string): Promise<string> {
  const name = `email_contents_${monday.replaceAll('-', '')}`;
  await client.query(`create table ${name} partition of email_contents for values
    from (first_id_at('${monday}Z')) to (first_id_at('${monday}Z'::timestamptz + interval '7 days'))`);
  await client.query(`alter table ${name} owner to postrider_owner`);
  return name;
}
const isThere = async (name: string) =>
  (await client.query('select to_regclass($1) is not null as there', [name])).rows[0]?.there as boolean;

test('each part of a mail is kept for its own time, and the record for ever (D-616, D-636)', async () => {
  const { rows } = await client.query(
    `select table_name, keep::text, setting from retention_rules where table_name = any($1) order by table_name`,
    [['emails', 'email_contents', 'email_attachments', 'delivery_attempts', 'email_delays', 'tracking_hits']],
  );

  expect(rows).toEqual([
    { table_name: 'delivery_attempts', keep: '90 days', setting: null },
    { table_name: 'email_attachments', keep: '10 days', setting: null },
    { table_name: 'email_contents', keep: null, setting: 'EMAIL_BODY_DAYS' },
    { table_name: 'email_delays', keep: '90 days', setting: null },
    { table_name: 'emails', keep: null, setting: null },
    { table_name: 'tracking_hits', keep: '400 days', setting: null },
  ]);
  expect(loadConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY: 's'.repeat(32) }).EMAIL_BODY_DAYS).toBe(30);
});

test('files and attempts go by their age, and not before (D-616, D-636)', async () => {
  const { id: projectId } = await app.given.project();
  await client.query(
    `insert into email_attachments (project_id, id, size, sha256, content)
     select $1, first_id_at(date_trunc('week', now()) - make_interval(days => d)), 1, sha256('x'), 'x' from unnest($2::int[]) d`,
    [projectId, [3, 18]],
  );
  await client.query(
    `insert into email_delays (project_id, email_id, at) select $1, gen_random_uuid(), now() - make_interval(days => d) from unnest($2::int[]) d`,
    [projectId, [89, 91]],
  );
  await client.query(
    `insert into delivery_attempts (project_id, email_id, attempt, finished_at, outcome)
     select $1, first_id_at(date_trunc('week', now()) - make_interval(days => d)), 1, now(), 'ACCEPTED' from unnest($2::int[]) d`,
    [projectId, [80, 130]],
  );

  await turn();

  const ages = async (of: string) => (await client.query(`select count(*)::int as n from ${of}`)).rows[0].n;
  expect(await ages('email_attachments')).toBe(1);
  expect(await ages('email_delays')).toBe(1);
  expect(await ages('delivery_attempts')).toBe(1);
});

test('bodies are always kept longer than delivery is tried (D-633)', async () => {
  const project = await app.given.project();
  const sent = await app.as(project.secretKey).post('/v1/send', {
    to: 'ada@example.com',
    from: 'hello@postrider.test',
    subject: 'Hello',
    body: '<p>Hello</p>',
  });
  expect(sent.status).toBe(200);
  const { rows } = await client.query(`select extract(epoch from expires_at - now()) / 86400 as days from deliveries`);
  const longest = Math.ceil(Number(rows[0]?.days));
  const keep = (days: number) => () =>
    loadConfig({ DATABASE_URL: 'postgres://x', SECRET_KEY: 's'.repeat(32), EMAIL_BODY_DAYS: String(days) });

  expect(longest).toBe(3);
  expect(keep(longest)).toThrow('EMAIL_BODY_DAYS');
  expect(keep(longest + 1)().EMAIL_BODY_DAYS).toBe(longest + 1);
});

test('more rows in the default partition than one call can delete go in batches, after whole weeks are dropped', async () => {
  const week = await addWeek('2020-01-06');
  await client.query(
    `insert into email_contents (project_id, id)
     select gen_random_uuid(), first_id_at('2020-03-02Z'::timestamptz + make_interval(secs => n)) from generate_series(1, 1050) n`,
  );
  const before = await bodies();
  // To delete all rows in one call would take longer than its time limit.
  await client.query(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.012); return old; end $$`,
  );
  await client.query(
    `create trigger slow before delete on email_contents_default for each row execute function slow()`,
  );

  await turn();

  expect(await isThere(week)).toBe(false);
  expect(await bodies()).toBe(before - 1_050);
  await client.query('drop function slow cascade');
}, 120_000);

test('a week that is locked by a reader does not keep the others', async () => {
  const [read, other] = [await addWeek('2020-02-03'), await addWeek('2020-02-10')];
  await client.query('begin');
  await client.query(`select 1 from ${read}`);

  await turn();
  await client.query('commit');

  expect(await isThere(read)).toBe(true);
  expect(await isThere(other)).toBe(false);
  await turn();
  expect(await isThere(read)).toBe(false);
});

test('mail accepted before an upgrade, or by the previous version during it, gets its facts in batches', async () => {
  const { secretKey, id: projectId } = await app.given.project();
  const send = async (headers: object) => {
    const mail = {
      to: 'ada@example.com',
      from: 'hello@postrider.test',
      subject: 'Hello',
      body: '<p>Hello</p>',
      headers,
    };
    return String((await app.as(secretKey).post('/v1/send', mail)).body.data.emails[0].email);
  };
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) ids.push(await send(number === 2 ? {} : { 'X-Number': `${number}` }));
  const facts = async () => {
    const { rows } = await client.query(
      'select content_facts from emails where project_id = $1 and id = any($2) order by id',
      [projectId, ids],
    );
    return rows.map(({ content_facts: kept }) => kept?.headers ?? null);
  };
  const expected = await facts();
  const forget = (some: readonly string[]) =>
    client.query('update emails set content_facts = null where id = any($1)', [some]); // as the previous version writes
  const batch = async () => Number((await client.query('select keep_content_facts(2)')).rows[0].keep_content_facts);
  const rewind = `insert into content_facts_mark (project_id, id, rounds, due_at) values ($1, $2, 2, now())
    on conflict (is_only) do update set project_id = $1, id = $2, rounds = 2, due_at = now() - interval '1 second'`;
  await client.query(rewind, [projectId, nilId]);
  await forget(ids);

  expect(await batch()).toBe(2);
  await forget(ids.slice(0, 1)); // the batch has passed this one already
  await turn();
  expect(await facts()).toEqual([null, ...expected.slice(1)]);
  expect(await batch()).toBe(0);
  await client.query(`update content_facts_mark set due_at = now() - interval '1 second'`);
  await turn();

  expect(await facts()).toEqual(expected);
  expect(expected[0]).toEqual({ 'X-Number': '0' });
  expect((await client.query('select from content_facts_mark')).rowCount).toBe(0);
});

test('weeks of values are not dropped while mails are still made from their text; then the text goes with its own time (D-835)', async () => {
  const week = await addWeek('2021-01-04');
  const { id: projectId } = await app.given.project();
  await client.query(
    `insert into shared_texts (project_id, id, subject, body, project_name, language, has_footer, has_unsubscribe_header, tracks_opens,
                               tracks_clicks, shows_moment, created_at)
     values ($1, gen_random_uuid(), 's', 'b', 'p', 'en', true, true, false, false, false, '2021-01-05Z')`,
    [projectId],
  );
  await turn();
  expect(await isThere(week)).toBe(true);

  await client.query(`update shared_texts set expires_at = created_at + interval '30 days'`);
  await turn();
  expect(await isThere(week)).toBe(false);
  expect((await client.query('select from shared_texts')).rowCount).toBe(0);
});
