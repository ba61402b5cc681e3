import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { projectContext } from '#platform/context';
import { signRecipientToken } from '#pure/recipient-tokens';
import { startTestApp, type TestApp } from '#testing';
import { givenContact, givenMails } from '#testing/given-mail';
import { connect } from '#testing/spool-setup';
import { linkIdOf } from '../links/link-id.ts';
import { recipientKeys } from '../links/recipient-urls.ts';
import { storeLinks } from '../links/store-links.ts';
import { clickJudgements } from './click-judgements.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const url = 'https://acme.example/a';

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

/** A mail under way whose only attempt, a minute ago, is in this phase. */
async function underWay(phase: 'UNKNOWN' | 'COMMITTING' | null, leaseSeconds: number | null = null) {
  const project = await app.given.project();
  const contactId = await givenContact(client, project.id, 'ada@example.com');
  const html = `<a href="${url}">x</a>`;
  const [id = ''] = await givenMails(client, project.id, 1, { type: 'MARKETING', contactId, html, isTracked: true });
  await client.query(
    `update deliveries set phase = $2, attempt = 1, committing_at = now() - interval '1 minute',
            unknown_at = case $2 when 'UNKNOWN' then now() end, due_at = now() + interval '1 hour',
            fence = case when $3::int is not null then gen_random_uuid() end, lease_until = now() + $3::int * interval '1 second'
      where id = $1`,
    [id, phase, leaseSeconds],
  );
  await client.query(`update projects set tracking = 'ENABLED' where id = $1`, [project.id]);
  await projectContext(app.app.services, project.id).transaction((tx) => storeLinks(tx, [html]));
  const { rows } = await client.query('select handle from projects where id = $1', [project.id]);
  const ask = (path: string, purpose: 'open' | 'click', linkId: string | null) => {
    const payload = { purpose, cell: '', handle: String(rows[0].handle), contactId: null, emailId: id, linkId };
    const token = signRecipientToken(payload, recipientKeys(app.app.services.config));
    return app.anyone.get(path + token, { 'user-agent': browser });
  };
  const hits = async () =>
    (await client.query('select * from tracking_hits where email_id = $1 order by at, id', [id])).rows;
  return {
    id,
    hits,
    pixel: () => ask('/t/o/', 'open', null),
    click: () => ask('/t/c/', 'click', linkIdOf(project.id, url)),
    email: async () => (await client.query('select * from emails where id = $1', [id])).rows[0],
    events: async () => (await client.query('select name from events where email_id = $1', [id])).rows,
    judged: () =>
      vi.waitFor(async () => expect((await hits()).filter(({ verdict }) => verdict === null)).toEqual([]), {
        timeout: 10_000,
        interval: 50,
      }),
  };
}
const waits = async (id: string) => (await client.query('select 1 from deliveries where id = $1', [id])).rowCount === 1;

test('an open of a mail whose answer was lost ends the doubt (D-632)', async () => {
  for (const [phase, lease] of [
    ['UNKNOWN', null],
    ['COMMITTING', -1],
  ] as const) {
    const mail = await underWay(phase, lease);

    await mail.pixel();

    expect(await mail.email()).toMatchObject({ status: 'OPENED', opens: 1, sent_at: expect.any(Date) });
    expect(await waits(mail.id)).toBe(false);
  }
});

test.each([
  ['was deferred and waits for its next attempt', null, null],
  ['is at the relay, which has not answered yet', 'COMMITTING', 60],
] as const)(
  'a request for the pixel or a link of a mail that %s is by a machine, and the mail keeps waiting',
  async (_name, phase, lease) => {
    const mail = await underWay(phase, lease);

    await mail.pixel();
    await mail.click();
    await mail.judged();

    expect(await mail.email()).toMatchObject({ status: 'QUEUED', sent_at: null, opens: 0, clicks: 0 });
    expect(await waits(mail.id)).toBe(true);
    expect(await mail.hits()).toMatchObject([
      { kind: 'open', verdict: 'machine', reason: 'too_soon', is_counted: false },
      { kind: 'click', verdict: 'machine', reason: 'too_soon', is_counted: false },
    ]);
    expect(await mail.events()).toEqual([]);
  },
);

test('a click that is held while the mail is deferred is not counted', async () => {
  const mail = await underWay('UNKNOWN');

  await mail.click();
  await client.query('update deliveries set phase = null, unknown_at = null where id = $1', [mail.id]);
  await mail.judged();

  expect(await mail.email()).toMatchObject({ status: 'QUEUED', clicks: 0 });
  expect(await waits(mail.id)).toBe(true);
  expect(await mail.hits()).toMatchObject([{ verdict: 'machine', reason: 'too_soon', is_counted: false }]);
});
