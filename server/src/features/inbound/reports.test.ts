import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { InboundYard } from '#testing/inbound-yard';
import { openInboundYard } from '#testing/inbound-yard';
import { openRows } from '#testing/matrix/rows';
import { oddTexts } from '#testing/odd-texts';
import { makeRandom } from '#testing/random-bytes';

const oldSecret = 'the secret of earlier mail, 32 characters';

let yard: InboundYard;
beforeAll(async () => {
  yard = await openInboundYard({
    FEEDBACK_ADDRESS: 'fbl@in.postrider.example',
    INBOUND_RATE_PER_ADDRESS: '0',
    SECRET_KEYS_OLD: JSON.stringify([oldSecret]),
  });
});
afterAll(() => yard.close());
beforeEach(() => yard.clean());

const folder = fileURLToPath(new URL('../../pure/bounce-reports/golden/', import.meta.url));
const golden = (name: string): string => readFileSync(`${folder}${name}.eml`, 'utf8').replaceAll('\n', '\r\n');

const email = 'select status, bounce_type, bounced_at, complained_at from emails where id = $1';

test('M10 a bounce that comes back to a return path moves the email that the token names', async () => {
  const [id, other] = [await yard.sent(), await yard.sent()];
  const answer = await yard.bring(golden('postfix-unknown-user'), { to: await yard.returnPath(id) });

  expect(answer.code).toBe(250);
  expect(await yard.rows(email, [id])).toMatchObject([{ status: 'BOUNCED', bounce_type: 'Permanent' }]);
  expect(await yard.rows(email, [other])).toMatchObject([{ status: 'SENT' }]);
  expect(await yard.rows(`select reason, blocks from suppressions`)).toEqual([{ reason: 'BOUNCE', blocks: 'ALL' }]);
  expect(await yard.rows(`select data->>'diagnostic' as told from events where name = 'email.bounce'`)).toMatchObject([
    { told: expect.stringContaining('550 5.1.1') },
  ]);
});

test('whatever the receiving server says, its report is taken and the email bounced', async () => {
  const report = golden('postfix-unknown-user');
  for (const text of oddTexts(512)) {
    const id = await yard.sent();
    const words = text.slice(0, 1_500).replaceAll('\0', '\u0001');
    const message = report.replace(
      /^Diagnostic-Code: .*(\r\n[ \t].*)*/m,
      () => `Diagnostic-Code: smtp; 550 5.1.1 ${words}`,
    );
    expect(message).not.toBe(report);

    expect(await yard.bring(Buffer.from(message), { to: await yard.returnPath(id) })).toMatchObject({ code: 250 });
    expect(await yard.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
  }
});

test('M10 a bounce of mail that was sent before SECRET_KEY was changed moves its email', async () => {
  const id = await yard.sent();
  const answer = await yard.bring(golden('postfix-unknown-user'), { to: await yard.returnPath(id, oldSecret) });

  expect(answer.code).toBe(250);
  expect(await yard.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
});

test('P14 the same report brought three times has one effect', async () => {
  const id = await yard.sent();
  for (let n = 0; n < 3; n += 1) {
    await yard.bring(golden('postfix-unknown-user'), { to: await yard.returnPath(id) });
  }

  expect(await yard.rows(`select 1 from events where name = 'email.bounce'`)).toHaveLength(1);
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

test('M7 M8 each kind of report has its own effect and no other', async () => {
  for (const [name, { suppressions, ...expected }] of Object.entries(outcomes)) {
    const id = await yard.sent();
    expect(await yard.bring(golden(name), { to: await yard.returnPath(id) }), name).toMatchObject({ code: 250 });
    expect(await yard.rows(email, [id]), name).toMatchObject([expected]);
    const listed = await yard.rows('select 1 from suppressions where email_id = $1', [id]);
    expect(listed, name).toHaveLength(suppressions);
  }
  // Only what nobody understood is kept.
  expect(await yard.rows(`select convert_from(raw, 'UTF8') as raw from inbound_reports`)).toMatchObject([
    { raw: expect.stringContaining('Thank you!') },
  ]);
});

test('M10 the token and not the text names the email', async () => {
  const [id, other] = [await yard.sent(), await yard.sent()];
  const text = golden('postfix-unknown-user').replace(
    /bounce\+1[a-z0-9-]+/g,
    (await yard.returnPath(other)).split('@')[0] ?? '',
  );
  await yard.bring(text, { to: await yard.returnPath(id) });

  expect(await yard.rows(email, [id])).toMatchObject([{ status: 'BOUNCED' }]);
  expect(await yard.rows(email, [other])).toMatchObject([{ status: 'SENT' }]);
});

test('T19 an address that we did not sign is no address here, and nothing is relayed', async () => {
  const id = await yard.sent();
  const good = await yard.returnPath(id);
  const refused = [
    await yard.returnPath(id, 'another secret of at least 32 characters'),
    good.replace(/.@/, (last) => (last === 'a@' ? 'b@' : 'a@')),
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
    expect((await yard.bring(golden('arf-abuse'), { to })).code, to).toBeGreaterThanOrEqual(500);

  expect(await yard.rows(email, [id])).toMatchObject([{ status: 'SENT' }]);
  expect((await yard.bring(golden('arf-abuse'), { to: good.toUpperCase() })).code).toBe(250);
  expect(await yard.rows(email, [id])).toMatchObject([{ status: 'COMPLAINED' }]);
});

test('M8 a complaint at the address for feedback loops is applied to the mail it returns, and only with a path we signed', async () => {
  const [id, other] = [await yard.sent(), await yard.sent()];
  const path = await yard.returnPath(id);
  const returning = (name: string, by: string): string =>
    golden(name).replace(/bounce\+1[a-z0-9-]+@bounce\.acme\.example/g, by);
  const to = 'FBL@in.postrider.example';
  await yard.bring(returning('arf-abuse', (await yard.returnPath(other)).replace(/..@/, 'aa@')), { to });
  await yard.bring(returning('postfix-unknown-user', await yard.returnPath(other)), { to });
  await yard.bring(golden('arf-abuse'), { to });
  expect(await yard.rows(`select id from emails where status <> 'SENT'`)).toEqual([]);

  expect(await yard.bring(returning('arf-yahoo', path), { to })).toMatchObject({ code: 250 });
  expect(await yard.rows(`select id, status from emails where status <> 'SENT'`)).toEqual([
    { id, status: 'COMPLAINED' },
  ]);
  expect(await yard.rows('select reason from suppressions')).toEqual([{ reason: 'COMPLAINT' }]);
});

test('D-681 a delay is an entry in the history of the email and nothing else', async () => {
  const id = await yard.sent();
  await yard.bring(golden('postfix-delayed'), { to: await yard.returnPath(id) });

  const { body } = await yard.app.as(yard.project.secretKey).get(`/emails/${id}`);
  expect(body).toMatchObject({
    status: 'SENT',
    timeline: [{ type: 'email.delayed', data: { diagnostic: expect.stringContaining('450 4.2.0') } }],
  });
});

test('a report of an email that is gone is taken and changes nothing', async () => {
  const path = await yard.returnPath(crypto.randomUUID());

  expect(await yard.bring(golden('postfix-unknown-user'), { to: path })).toMatchObject({ code: 250 });
  expect(await yard.rows('select 1 from suppressions')).toEqual([]);
});

test('M10 of a thousand mutated reports none crashes the listener or changes another row; no mail leaves for any', async () => {
  const seed = randomInt(2 ** 31);
  const random = makeRandom(seed);
  const names = readdirSync(folder).flatMap((name) => (name.endsWith('.eml') ? [name.slice(0, -4)] : []));
  const [id, bystander] = [await yard.sent(), await yard.sent()];
  const neighbour = await yard.app.given.project();
  const rows = await openRows(yard.app.databaseUrl);
  const before = [
    await rows.checksum(neighbour.id),
    await yard.rows('select * from emails where id = $1', [bystander]),
  ];
  const to = await yard.returnPath(id);

  const bringOne = async (n: number): Promise<void> => {
    const name = names[random.below(names.length)] ?? '';
    const { code, text } = await yard.bring(random.mutated(Buffer.from(golden(name))), { to });
    expect(code, `seed ${seed}, round ${n}: ${text}`).toBe(250);
  };
  for (let n = 0; n < 1_000; n += 10) await Promise.all(Array.from({ length: 10 }, (_, place) => bringOne(n + place)));

  const after = [await rows.checksum(neighbour.id), await yard.rows('select * from emails where id = $1', [bystander])];
  await rows.close();
  expect(after, `seed ${seed}`).toEqual(before);
  expect(await yard.rows('select 1 from deliveries')).toEqual([]);
  expect(await yard.rows('select id from emails')).toHaveLength(2);
  // A hundred, and those that ten connections brought at the same moment.
  expect((await yard.rows('select count(*)::int as kept from inbound_reports'))[0].kept).toBeLessThanOrEqual(110);
  expect(yard.app.mails).toEqual([]);
}, 120_000);
