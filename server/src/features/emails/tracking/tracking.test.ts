import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { signRecipientToken } from '#pure/recipient-tokens';
import { type GivenProject, type Reply, runSchedule, startTestApp, type TestApp } from '#testing';
import { givenContact, givenMails } from '#testing/given-mail';
import { connect } from '#testing/spool-setup';
import { linkIdOf } from '../links/link-id.ts';
import { recipientKeys } from '../links/recipient-urls.ts';
import { storeLinks } from '../links/store-links.ts';
import { clickJudgements } from './click-judgements.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const gif = 'ef1955ae757c8b966c83248350331bd3a30f658ced11f387f8ebf05ab3368629';
const urls = [
  'https://acme.example/a',
  'https://acme.example/b?x=1&y=2',
  'http://acme.example/c',
  'https://acme.example/d',
];

let app: TestApp;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {}, { spools: [clickJudgements] });
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});

interface TrackedMailSetup {
  readonly project: GivenProject;
  readonly id: string;
  readonly contactId: string;
  readonly handle: string;
  pixel(headers?: Record<string, string>, method?: string): Promise<Reply>;
  click(index: number, headers?: Record<string, string>, method?: string): Promise<Reply>;
  token(purpose: 'open' | 'click', url?: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  email(): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  hits(): Promise<any[]>;
  events(): Promise<string[]>;
  /** Waits until no click is held. */
  judged(): Promise<void>;
}

/** A mail that was handed over some seconds ago, with four links. */
async function tracked({
  sentSeconds = 60,
  type = 'MARKETING' as const,
  setting = 'ENABLED',
} = {}): Promise<TrackedMailSetup> {
  const project = await app.given.project();
  const contactId = await givenContact(client, project.id, 'ada@example.com');
  const html = urls.map((url) => `<a href="${url.replaceAll('&', '&amp;')}">x</a>`).join('');
  const [id = ''] = await givenMails(client, project.id, 1, { type, contactId, html, isTracked: true });
  await client.query('delete from deliveries where id = $1', [id]);
  await client.query(`update emails set status = 'SENT', sent_at = now() - $2 * interval '1 second' where id = $1`, [
    id,
    sentSeconds,
  ]);
  await client.query('update projects set tracking = $2 where id = $1', [project.id, setting]);
  await projectContext(app.app.services, project.id).transaction((tx) => storeLinks(tx, [html]));
  const { rows } = await client.query('select handle from projects where id = $1', [project.id]);
  const handle = String(rows[0].handle);
  const token = (purpose: 'open' | 'click', url?: string): string => {
    const linkId = url === undefined ? null : linkIdOf(project.id, url);
    return signRecipientToken(
      { purpose, cell: '', handle, contactId: null, emailId: id, linkId },
      recipientKeys(app.app.services.config),
    );
  };
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.anyone.send({ method, path, headers: { 'user-agent': browser, ...headers } });
  const hits = async () =>
    (await client.query('select * from tracking_hits where email_id = $1 order by at, id', [id])).rows;
  return {
    project,
    id,
    contactId,
    handle,
    token,
    hits,
    pixel: (headers, method) => ask(`/t/o/${token('open')}.gif`, headers, method),
    click: (index, headers, method) => ask(`/t/c/${token('click', urls[index])}`, headers, method),
    email: async () => (await client.query('select * from emails where id = $1', [id])).rows[0],
    events: async () =>
      (await client.query('select name from events where email_id = $1 order by created_at, id', [id])).rows.map(
        ({ name }) => String(name),
      ),
    judged: () =>
      vi.waitFor(async () => expect((await hits()).filter(({ verdict }) => verdict === null)).toEqual([]), {
        timeout: 10_000,
        interval: 50,
      }),
  };
}

test('the pixel is transparent and not cached, and the first open by a person counts', async () => {
  const mail = await tracked();

  const reply = await mail.pixel();

  expect(reply.status).toBe(200);
  expect(reply.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
  expect(createHash('sha256').update(reply.bytes).digest('hex')).toBe(gif);
  expect(await mail.email()).toMatchObject({ status: 'OPENED', opens: 1, clicks: 0 });
  expect(await mail.hits()).toMatchObject([
    {
      kind: 'open',
      link_id: null,
      verdict: 'human',
      is_counted: true,
      user_agent: browser,
      network: expect.any(String),
    },
  ]);
  expect(await mail.events()).toEqual(['email.open']);
});

test('a link leads to the stored address with 302, and its first click counts as an open too', async () => {
  const mail = await tracked();

  const reply = await mail.click(1);
  await mail.judged();

  expect(reply.status).toBe(302);
  expect(reply.headers).toMatchObject({
    location: urls[1],
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(await mail.email()).toMatchObject({ status: 'CLICKED', opens: 1, clicks: 1 });
  expect((await mail.events()).toSorted()).toEqual(['email.click', 'email.open']);
  const record = await app.as(mail.project.secretKey).get(`/emails/${mail.id}`);
  expect(record.body.links).toEqual(urls.map((url, index) => ({ url, clicks: index === 1 ? 1 : 0 })));
});

test.each([
  ['HEAD', {}, 'HEAD', 'head'],
  ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET', 'prefetch'],
  ['a scanner', { 'user-agent': 'Mozilla/5.0 (compatible; Barracuda)' }, 'GET', 'scanner'],
  ['a program', { 'user-agent': 'curl/8.5.0' }, 'GET', 'program'],
])(
  '%s is recorded as machine traffic, counts nothing and gets the same reply as a person (D-663)',
  async (_name, headers, method, reason) => {
    const mail = await tracked();

    const [opened, clicked] = [await mail.pixel(headers, method), await mail.click(0, headers, method)];
    await mail.judged();

    expect([opened.status, clicked.status, clicked.headers.location]).toEqual([200, 302, urls[0]]);
    expect(await mail.email()).toMatchObject({
      status: 'SENT',
      opens: 0,
      clicks: 0,
      opened_at: null,
      clicked_at: null,
    });
    expect(await mail.events()).toEqual([]);
    const { body } = await app.as(mail.project.secretKey).get(`/emails/${mail.id}`);
    // By type: each hit is dated less the time until its transaction began, so of two within milliseconds the later may come first.
    const byType = (body.timeline as { type: string }[]).toSorted((a, b) => (a.type < b.type ? -1 : 1));
    expect(byType).toMatchObject([
      { type: 'email.click', data: { machine: true, reason, link: urls[0] } },
      { type: 'email.open', data: { machine: true, reason } },
    ]);
  },
);

test('OPTIONS writes nothing at all', async () => {
  const mail = await tracked();

  const replies = [await mail.pixel({}, 'OPTIONS'), await mail.click(0, {}, 'OPTIONS')];

  expect(replies.map(({ status }) => status)).toEqual([204, 204]);
  expect(await mail.hits()).toEqual([]);
});

test('a hit within two seconds of the hand-over is by a machine (D-663)', async () => {
  const mail = await tracked({ sentSeconds: 1 });

  await mail.pixel();
  await mail.click(0);

  expect(await mail.email()).toMatchObject({ status: 'SENT', opens: 0, clicks: 0 });
  expect(await mail.hits()).toMatchObject([{ reason: 'too_soon' }, { reason: 'too_soon' }]);
});

test.each([-1, 1])('hits are timed by the database: a clock %i hours off changes nothing (F29)', async (hours) => {
  const mail = await tracked();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());

  await mail.pixel();
  await mail.click(0);
  await mail.judged();

  expect(await mail.email()).toMatchObject({ opens: 1, clicks: 1 });
});

test('clicks on three links of one mail within a second are by a machine, the first of them included (D-663)', async () => {
  const mail = await tracked();

  for (const index of [0, 1, 2]) await mail.click(index);
  await mail.judged();

  expect(await mail.email()).toMatchObject({ status: 'SENT', opens: 0, clicks: 0 });
  expect((await mail.hits()).map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual(
    Array(3).fill('machine many_links'),
  );
  expect(await mail.events()).toEqual([]);
});

test('a click by a person after a scanner counts, and two links of a mail are two clicks', async () => {
  const mail = await tracked();
  for (const index of [0, 1, 2, 3]) await mail.click(index, { 'user-agent': 'Proofpoint scan' });
  await new Promise((resolve) => setTimeout(resolve, 1_100));

  await mail.click(0);
  await mail.click(1);
  await mail.click(1);
  await mail.judged();

  expect(await mail.email()).toMatchObject({ status: 'CLICKED', clicks: 2 });
  expect((await mail.events()).filter((name) => name === 'email.click')).toHaveLength(2);
});

test('a thousand replays at once count as one open and one click (T23)', async () => {
  const mail = await tracked();

  for (let round = 0; round < 10; round += 1)
    await Promise.all(Array.from({ length: 100 }, (_, n) => (n % 10 ? mail.pixel() : mail.click(0))));
  await mail.judged();

  expect(await mail.email()).toMatchObject({ opens: 1, clicks: 1 });
  expect((await mail.events()).toSorted()).toEqual(['email.click', 'email.open']);
}, 60_000);

test('after a thousand hits on a mail further ones are not logged, but get their reply', async () => {
  const mail = await tracked();
  await client.query(
    `insert into tracking_hits (project_id, email_id, id, kind, at, verdict)
     select $1, $2, gen_random_uuid(), 'open', now() - interval '1 day', 'machine' from generate_series(1, 999)`,
    [mail.project.id, mail.id],
  );

  await mail.pixel({ 'user-agent': 'curl/8' });
  expect((await mail.click(0)).status).toBe(302);

  expect(await mail.hits()).toHaveLength(1_000);
});

test.each([
  ['DISABLED', 'MARKETING'],
  ['MARKETING_ONLY', 'TRANSACTIONAL'],
] as const)(
  'with tracking %s links of a sent %s mail still redirect, and nothing is counted (D-662)',
  async (setting, type) => {
    const mail = await tracked({ setting, type: type as 'MARKETING' });

    const [opened, clicked] = [await mail.pixel(), await mail.click(0)];

    expect([opened.status, clicked.status, clicked.headers.location]).toEqual([200, 302, urls[0]]);
    expect(await mail.email()).toMatchObject({ status: 'SENT', opens: 0, clicks: 0 });
    expect(await mail.hits()).toEqual([]);
  },
);

test('a link of a disabled project leads to a page that names the host, without a redirect (D-660)', async () => {
  const mail = await tracked();
  await client.query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [mail.project.id]);

  const reply = await mail.click(1, { 'accept-language': 'de' });

  expect(reply.status).toBe(200);
  expect(reply.headers.location).toBeUndefined();
  expect(reply.text).toContain('Dieser Link führt zu acme.example.');
  expect(reply.text).toContain('href="https://acme.example/b?x=1&amp;y=2"');
  expect(await mail.hits()).toEqual([]);
});

test('the address of a redirect is percent-encoded', async () => {
  const mail = await tracked();
  const url = 'https://acme.example/ä b?q=ü&r=<x>';
  await projectContext(app.app.services, mail.project.id).transaction((tx) => storeLinks(tx, [`<a href="${url}">`]));

  const reply = await app.anyone.get(`/t/c/${mail.token('click', url)}`);

  expect(reply.headers.location).toBe('https://acme.example/%C3%A4%20b?q=%C3%BC&r=%3Cx%3E');
});

test('a changed link never redirects: 404, without a Location (T22)', async () => {
  const mail = await tracked();
  const token = mail.token('click', urls[0]);
  const changed = [
    ...Array.from(
      token,
      (letter, index) => token.slice(0, index) + (letter === 'A' ? 'B' : 'A') + token.slice(index + 1),
    ),
    token.slice(1),
    `${token}A`,
    mail.token('open'),
    mail.token('click', 'https://never.example/stored'),
    'https%3A%2F%2Fevil.example',
  ];

  for (const other of changed) {
    const reply = await app.anyone.get(`/t/c/${other}?url=https://evil.example&u=//evil.example`);
    expect([reply.status, reply.headers.location], other).toEqual([404, undefined]);
  }
  expect(await mail.hits()).toEqual([]);
});

test('a link leads to an address of its own project and never of a neighbour', async () => {
  const [own, other] = [await tracked(), await tracked()];
  const keys = recipientKeys(app.app.services.config);
  const linkId = linkIdOf(other.project.id, urls[0] ?? '');
  const mixed = { purpose: 'click', cell: '', handle: own.handle, contactId: null, emailId: own.id, linkId } as const;

  const reply = await app.anyone.get(`/t/c/${signRecipientToken(mixed, keys)}`);

  expect([reply.status, reply.headers.location]).toEqual([404, undefined]);
});

test('of a deleted contact the log keeps the hit, but no user agent and no network (D-635)', async () => {
  const mail = await tracked();
  await mail.pixel();

  await app.as(mail.project.secretKey).delete(`/contacts/${mail.contactId}`);

  expect(await mail.hits()).toMatchObject([{ kind: 'open', is_counted: true, user_agent: null, network: null }]);
});

test('partitions of the log are created for the coming months and dropped after their retention', async () => {
  const months = async () =>
    (
      await client.query(
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'tracking_hits'::regclass`,
      )
    ).rows
      .map(({ name }) => String(name))
      .toSorted();
  const before = await months();
  expect(before).toHaveLength(6);
  await client.query(
    `create table tracking_hits_20200101 partition of tracking_hits
       for values from (first_id_at('2020-01-01Z')) to (first_id_at('2020-02-01Z'))`,
  );
  await client.query('alter table tracking_hits_20200101 owner to postrider_owner');
  await client.query(
    `insert into tracking_hits (project_id, email_id, id, kind, at)
     select gen_random_uuid(), first_id_at(month), gen_random_uuid(), 'open', month
       from unnest(array['2020-01-15Z', '2020-03-15Z']::timestamptz[]) month`,
  );

  await runSchedule(app, 'retention');

  expect(await months()).toEqual(before);
  expect((await client.query(`select 1 from tracking_hits where at < '2021-01-01'`)).rowCount).toBe(0);
});

test('an open of a mail whose answer was lost ends the doubt (D-632)', async () => {
  const mail = await tracked();
  await client.query(
    `with back as (
       insert into deliveries (project_id, id, type, recipient, sender_domain, phase, attempt, committing_at, unknown_at,
                               expires_at, due_at)
       select project_id, id, type, recipient, 'acme.example', 'UNKNOWN', 1, now() - interval '1 minute', now(),
              now() + interval '1 day', now() + interval '1 hour' from emails where id = $1)
     update emails set status = 'QUEUED', sent_at = null where id = $1`,
    [mail.id],
  );

  await mail.pixel();

  expect(await mail.email()).toMatchObject({ status: 'OPENED', opens: 1, sent_at: expect.any(Date) });
  expect((await client.query('select 1 from deliveries where id = $1', [mail.id])).rowCount).toBe(0);
});
