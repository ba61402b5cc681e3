import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp, TestDns } from '#testing';
import { startDns, startTestApp } from '#testing';

let zone: TestDns;
let app: TestApp;
let client: Client;

beforeAll(async () => {
  zone = await startDns();
  app = await startTestApp(inject('templateDatabase'), { DNS_RESOLVERS: zone.address });
});
afterAll(async () => {
  await app.close();
  await zone.close();
});
beforeEach(async () => {
  zone.failing = null;
  client = app.as((await app.given.project()).secretKey);
});

const verdict = async (email: string): Promise<Record<string, unknown>> => {
  const { status, body } = await client.post('/v1/verify', { email });
  expect({ status, success: body.success }).toEqual({ status: 200, success: true });
  return body.data;
};

test('an address that mail can reach has every field and no reason', async () => {
  zone.set('acme.test', 'MX', ['10 in.acme.test']);
  zone.set('acme.test', 'A', ['192.0.2.7']);

  expect(await verdict(' Ada+News@Acme.test ')).toEqual({
    email: 'ada+news@acme.test',
    valid: true,
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: true,
    isPersonalEmail: false,
    domainExists: true,
    hasWebsite: true,
    hasMxRecords: true,
    reasons: [],
  });
});

test.each<[behaviour: string, domain: string, records: [string, 'MX' | 'A' | 'AAAA' | 'NS', string][], facts: object]>([
  [
    'no such domain',
    'nowhere.test',
    [],
    { valid: false, domainExists: false, hasWebsite: false, hasMxRecords: false, reasons: ['DOMAIN_NOT_FOUND'] },
  ],
  [
    'a null MX, whatever else there is',
    'silent.test',
    [
      ['', 'MX', '0 .'],
      ['', 'A', '192.0.2.7'],
    ],
    { valid: false, domainExists: true, hasWebsite: true, hasMxRecords: false, reasons: ['NULL_MX'] },
  ],
  [
    'no MX but an address',
    'plain.test',
    [['', 'AAAA', '2001:db8::7']],
    { valid: true, domainExists: true, hasWebsite: true, hasMxRecords: false, reasons: [] },
  ],
  [
    'a domain that is delegated and holds nothing',
    'parked.test',
    [['', 'NS', 'ns1.example']],
    { valid: false, domainExists: true, hasWebsite: false, hasMxRecords: false, reasons: ['NO_MAIL_SERVER'] },
  ],
  [
    'a website at www alone',
    'shop.test',
    [
      ['', 'MX', '10 in.shop.test'],
      ['www.', 'A', '192.0.2.7'],
    ],
    { valid: true, domainExists: true, hasWebsite: true, hasMxRecords: true, reasons: [] },
  ],
  [
    'mail without a website',
    'mail.test',
    [['', 'MX', '10 in.mail.test']],
    { valid: true, domainExists: true, hasWebsite: false, hasMxRecords: true, reasons: [] },
  ],
])('%s', async (_behaviour, domain, records, facts) => {
  for (const [prefix, type, value] of records) zone.set(`${prefix}${domain}`, type, [value]);

  expect(await verdict(`ada@${domain}`)).toMatchObject(facts);
});

test('a slip of the hand is named, after the reasons about the domain', async () => {
  expect(await verdict('ada@outlok.com')).toMatchObject({
    valid: false,
    isTypo: true,
    suggestedEmail: 'ada@outlook.com',
    reasons: ['DOMAIN_NOT_FOUND', 'POSSIBLE_TYPO'],
  });
});

test('free mailboxes, throw-away and masking domains are told apart, and none of it makes an address bad', async () => {
  for (const domain of ['gmail.com', 'inbox.mailinator.com', 'privaterelay.appleid.com']) {
    zone.set(domain, 'MX', [`10 in.${domain}`]);
  }

  expect(await verdict('ada@gmail.com')).toMatchObject({
    valid: true,
    isPersonalEmail: true,
    isTypo: false,
    reasons: [],
  });
  expect(await verdict('x@inbox.mailinator.com')).toMatchObject({
    valid: true,
    isDisposable: true,
    reasons: ['DISPOSABLE'],
  });
  expect(await verdict('x@privaterelay.appleid.com')).toMatchObject({
    valid: true,
    isAlias: true,
    isDisposable: false,
    reasons: ['ALIAS'],
  });
});

test.each(['SERVFAIL', 'REFUSED', 'nonsense', 'silence'] as const)(
  'T38: when name servers answer with %s, what is unknown counts as good and says so',
  async (failing) => {
    zone.failing = failing;
    const began = performance.now();

    expect(await verdict(`ada@${failing}.test`)).toMatchObject({
      valid: true,
      domainExists: true,
      hasWebsite: true,
      hasMxRecords: true,
      reasons: ['DNS_UNAVAILABLE'],
    });
    expect(performance.now() - began).toBeLessThan(5_500);
  },
);

test('what is known counts, though the rest is not: a definite null MX stays one', async () => {
  zone.set('half.test', 'MX', ['0 .']);
  zone.set('half.test', 'A', 'SERVFAIL');
  zone.set('half.test', 'AAAA', 'SERVFAIL');

  expect(await verdict('ada@half.test')).toMatchObject({
    valid: false,
    hasMxRecords: false,
    reasons: ['NULL_MX', 'DNS_UNAVAILABLE'],
  });
});

test('T38: aliases in a circle and answers past 4 KB end as unknown', async () => {
  zone.set('circle.test', 'CNAME', ['circle.test']);
  zone.set(
    'huge.test',
    'MX',
    Array.from({ length: 60 }, (_, index) => `${index} ${'x'.repeat(60)}.${'y'.repeat(40)}.host-${index}.huge.test`),
  );

  expect((await client.post('/v1/verify', { email: 'ada@circle.test' })).status).toBe(200);
  expect(await verdict('ada@huge.test')).toMatchObject({
    valid: true,
    hasMxRecords: true,
    reasons: ['DNS_UNAVAILABLE'],
  });
});

test('answers are remembered, failures are not', async () => {
  zone.set('once.test', 'MX', ['10 in.once.test']);
  await verdict('ada@once.test');
  const asked = zone.asked('once.test');
  await Promise.all([verdict('bob@once.test'), verdict('cy@once.test')]);
  expect(zone.asked('once.test')).toBe(asked);

  zone.failing = 'SERVFAIL';
  expect(await verdict('ada@later.test')).toMatchObject({ reasons: ['DNS_UNAVAILABLE'] });
  zone.failing = null;
  zone.set('later.test', 'MX', ['10 in.later.test']);
  expect(await verdict('ada@later.test')).toMatchObject({ reasons: [] });
});

test('a malformed address is a 422, a public key a 401, and no contact appears', async () => {
  for (const [email, code] of [
    ['nobody', 'invalid_string'],
    [undefined, 'required'],
    [7, 'invalid_type'],
  ]) {
    expect(await client.post('/v1/verify', { email })).toMatchObject({
      status: 422,
      body: { error: { errors: [{ field: 'email', code }] } },
    });
  }
  const project = await app.given.project();
  expect((await app.as(project.publicKey).post('/v1/verify', { email: 'ada@acme.test' })).status).toBe(401);
  expect((await client.get('/contacts')).body.total).toBe(0);
});
