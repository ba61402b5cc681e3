import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type InboundSetup, openInboundSetup } from '#testing/inbound-setup';
import { openRows } from '#testing/matrix/rows';
import { oddTexts } from '#testing/odd-texts';
import { makeRandom } from '#testing/random-bytes';

const oldSecret = 'the secret of earlier mail, 32 characters';

let setup: InboundSetup;
beforeAll(async () => {
  setup = await openInboundSetup({
    FEEDBACK_ADDRESS: 'fbl@in.postrider.example',
    INBOUND_RATE_PER_ADDRESS: '0',
    SECRET_KEYS_OLD: JSON.stringify([oldSecret]),
  });
});
afterAll(() => setup.close());
beforeEach(() => setup.clean());

const folder = fileURLToPath(new URL('../../pure/bounce-reports/golden/', import.meta.url));
/** Signed by nobody, whatever the signature ends with. */
const forged = (path: string): string => path.replace(/.@/, (last) => (last === 'a@' ? 'b@' : 'a@'));

const golden = (name: string): string => readFileSync(`${folder}${name}.eml`, 'utf8').replaceAll('\n', '\r\n');

const email = 'select status, bounce_type, bounced_at, complained_at from emails where id = $1';

test('a bounce to a return path changes the email that the token names (M10)', async () => {
  const [id, other] = [await setup.sent(), await setup.sent()];
  const answer = await setup.deliver(golden('postfix-unknown-user'), { to: await setup.returnPath(id) });

  expect(answer.code).toBe(250);
  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'BOUNCED', bounce_type: 'Permanent' }]);
  expect(await setup.rows(email, [other])).toMatchObject([{ status: 'SENT' }]);
  expect(await setup.rows(`select reason, blocks from suppressions`)).toEqual([{ reason: 'BOUNCE', blocks: 'ALL' }]);
  expect(
    await setup.rows(`select data->>'diagnostic' as diagnostic from events where name = 'email.bounce'`),
  ).toMatchObject([{ diagnostic: expect.stringContaining('550 5.1.1') }]);
});

test('a report with any text of the receiving server is accepted, and the email bounces', async () => {
  const report = golden('postfix-unknown-user');
  for (const text of oddTexts(512)) {
    const id = await setup.sent();
    const words = text.slice(0, 1_500).replaceAll('\0', '\u0001');
    const message = report.replace(
      /^Diagnostic-Code: .*(\r\n[ \t].*)*/m,
      () => `Diagnostic-Code: smtp; 550 5.1.1 ${words}`,
    );
    expect(message).not.toBe(report);

    expect(await setup.deliver(Buffer.from(message), { to: await setup.returnPath(id) })).toMatchObject({ code: 250 });
    expect(await setup.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
  }
});

test('a bounce of mail that a project sent in another installation, before it was moved here, changes its email', async () => {
  const id = await setup.sent();
  const to = await setup.returnPath(id, oldSecret, 'eu1');

  expect(await setup.deliver(golden('postfix-unknown-user'), { to })).toMatchObject({ code: 250 });
  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
});

test('a bounce of mail that was sent before SECRET_KEY was changed changes its email (M10)', async () => {
  const id = await setup.sent();
  const answer = await setup.deliver(golden('postfix-unknown-user'), { to: await setup.returnPath(id, oldSecret) });

  expect(answer.code).toBe(250);
  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
});

test('the same report sent three times has one effect (P14)', async () => {
  const id = await setup.sent();
  for (let n = 0; n < 3; n += 1) {
    await setup.deliver(golden('postfix-unknown-user'), { to: await setup.returnPath(id) });
  }

  expect(await setup.rows(`select 1 from events where name = 'email.bounce'`)).toHaveLength(1);
});

const outcomes = {
  'gmail-no-account': { status: 'BOUNCED', bounce_type: 'Permanent', suppressions: 1 },
  'exchange-authentication-required': { status: 'BOUNCED', bounce_type: 'Permanent', suppressions: 0 },
  'gmail-over-quota': { status: 'BOUNCED', bounce_type: 'Transient', suppressions: 0 },
  'arf-abuse': { status: 'COMPLAINED', bounce_type: null, suppressions: 1 },
  'arf-not-spam': { status: 'SENT', bounce_type: null, suppressions: 0 },
  'postfix-delayed': { status: 'SENT', bounce_type: null, suppressions: 0 },
  'auto-reply-out-of-office': { status: 'SENT', bounce_type: null, suppressions: 0 },
  'human-reply': { status: 'SENT', bounce_type: null, suppressions: 0 },
};

test('each kind of report has its own effect and no other (M7, M8)', async () => {
  for (const [name, { suppressions, ...expected }] of Object.entries(outcomes)) {
    const id = await setup.sent();
    expect(await setup.deliver(golden(name), { to: await setup.returnPath(id) }), name).toMatchObject({ code: 250 });
    expect(await setup.rows(email, [id]), name).toMatchObject([expected]);
    const listed = await setup.rows('select 1 from suppressions where email_id = $1', [id]);
    expect(listed, name).toHaveLength(suppressions);
  }
  // Only what was not understood is stored.
  expect(await setup.rows(`select convert_from(raw, 'UTF8') as raw from inbound_reports`)).toMatchObject([
    { raw: expect.stringContaining('Thank you!') },
  ]);
});

test('the token and not the text names the email (M10)', async () => {
  const [id, other] = [await setup.sent(), await setup.sent()];
  const text = golden('postfix-unknown-user').replace(
    /bounce\+1[a-z0-9-]+/g,
    (await setup.returnPath(other)).split('@')[0] ?? '',
  );
  await setup.deliver(text, { to: await setup.returnPath(id) });

  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
  expect(await setup.rows(email, [other])).toMatchObject([{ status: 'SENT' }]);
});

test('an address that we did not sign is refused, and nothing is relayed (T19)', async () => {
  const id = await setup.sent();
  const good = await setup.returnPath(id);
  const refused = [
    await setup.returnPath(id, 'another secret of at least 32 characters'),
    forged(good),
    good.replace('bounce.acme.example', 'acme.example'),
    good.replace('bounce.acme.example', 'elsewhere.example'),
    'bounce+1@bounce.acme.example',
    'postmaster@bounce.acme.example',
    'ada@gmail.com',
    'ada@localhost',
    'ada',
    '"a b"@acme.example',
  ];
  for (const to of refused)
    expect((await setup.deliver(golden('arf-abuse'), { to })).code, to).toBeGreaterThanOrEqual(500);

  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'SENT' }]);
  expect((await setup.deliver(golden('arf-abuse'), { to: good.toUpperCase() })).code).toBe(250);
  expect(await setup.rows(email, [id])).toMatchObject([{ status: 'COMPLAINED' }]);
});

test('a complaint at the address for feedback loops is applied to the mail it contains, and only with a return path we signed (M8)', async () => {
  const [id, other] = [await setup.sent(), await setup.sent()];
  const path = await setup.returnPath(id);
  const returning = (name: string, by: string): string =>
    golden(name).replace(/bounce\+1[a-z0-9-]+@bounce\.acme\.example/g, by);
  const to = 'FBL@in.postrider.example';
  await setup.deliver(returning('arf-abuse', forged(await setup.returnPath(other))), { to });
  await setup.deliver(returning('postfix-unknown-user', await setup.returnPath(other)), { to });
  await setup.deliver(golden('arf-abuse'), { to });
  expect(await setup.rows(`select id from emails where status <> 'SENT'`)).toEqual([]);

  expect(await setup.deliver(returning('arf-yahoo', path), { to })).toMatchObject({ code: 250 });
  expect(await setup.rows(`select id, status from emails where status <> 'SENT'`)).toEqual([
    { id, status: 'COMPLAINED' },
  ]);
  expect(await setup.rows('select reason from suppressions')).toEqual([{ reason: 'COMPLAINT' }]);
});

test('a delay is an entry in the history of the email and nothing else (D-681)', async () => {
  const id = await setup.sent();
  await setup.deliver(golden('postfix-delayed'), { to: await setup.returnPath(id) });

  const { body } = await setup.app.as(setup.project.secretKey).get(`/emails/${id}`);
  expect(body).toMatchObject({
    status: 'SENT',
    timeline: [{ type: 'email.delayed', data: { diagnostic: expect.stringContaining('450 4.2.0') } }],
  });
});

test('a report of an email that is gone is accepted and changes nothing', async () => {
  const path = await setup.returnPath(crypto.randomUUID());

  expect(await setup.deliver(golden('postfix-unknown-user'), { to: path })).toMatchObject({ code: 250 });
  expect(await setup.rows('select 1 from suppressions')).toEqual([]);
});

test('of a thousand mutated reports none crashes the listener or changes another row; no mail leaves for any (M10)', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [name.slice(0, -4)] : []));
  const [id, bystander] = [await setup.sent(), await setup.sent()];
  const neighbour = await setup.app.given.project();
  const rows = await openRows(setup.app.databaseUrl);
  const before = [
    await rows.checksum(neighbour.id),
    await setup.rows('select * from emails where id = $1', [bystander]),
  ];
  const to = await setup.returnPath(id);

  const bringOne = async (n: number): Promise<void> => {
    const name = names[random.below(names.length)] ?? '';
    const { code, text } = await setup.deliver(random.mutated(Buffer.from(golden(name))), { to });
    expect(code, `seed ${seed}, round ${n}: ${text}`).toBe(250);
  };
  for (let n = 0; n < 1_000; n += 10) await Promise.all(Array.from({ length: 10 }, (_, index) => bringOne(n + index)));

  const after = [
    await rows.checksum(neighbour.id),
    await setup.rows('select * from emails where id = $1', [bystander]),
  ];
  await rows.close();
  expect(after, `seed ${seed}`).toEqual(before);
  expect(await setup.rows('select 1 from deliveries')).toEqual([]);
  expect(await setup.rows('select id from emails')).toHaveLength(2);
  // A hundred, and those that ten connections sent at the same moment.
  expect((await setup.rows('select count(*)::int as kept from inbound_reports'))[0].kept).toBeLessThanOrEqual(110);
  expect(setup.app.mails).toEqual([]);
}, 120_000);
