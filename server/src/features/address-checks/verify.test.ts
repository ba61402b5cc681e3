import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Client, startDns, startTestApp, type TestApp, type TestDns } from '#testing';

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

test.each(['SERVFAIL', 'REFUSED', 'nonsense', 'silence'] as const)(
  'when name servers answer with %s, what is unknown counts as good and is reported (T38, D-422)',
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

test('known facts count when others are unknown: a definite null MX still counts', async () => {
  zone.set('half.test', 'MX', ['0 .']);
  zone.set('half.test', 'A', 'SERVFAIL');
  zone.set('half.test', 'AAAA', 'SERVFAIL');

  expect(await verdict('ada@half.test')).toMatchObject({
    valid: false,
    hasMxRecords: false,
    reasons: ['NULL_MX', 'DNS_UNAVAILABLE'],
  });
});

test('circular aliases and answers over 4 KB end as unknown (T38)', async () => {
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

test('answers are cached for five minutes, failures are not (D-422)', async () => {
  zone.set('once.test', 'MX', ['10 in.once.test']);
  await verdict('ada@once.test');
  const asked = zone.asked('once.test');
  await Promise.all([verdict('bob@once.test'), verdict('cy@once.test')]);
  expect(zone.asked('once.test')).toBe(asked);
  const { clock } = app.app.services;
  const [now, later] = [clock.now(), vi.spyOn(clock, 'now')];
  onTestFinished(() => later.mockRestore());
  later.mockReturnValue(new Date(now.getTime() + 4 * 60_000));
  await verdict('ada@once.test');
  expect(zone.asked('once.test')).toBe(asked);
  later.mockReturnValue(new Date(now.getTime() + 6 * 60_000));
  await verdict('ada@once.test');
  expect(zone.asked('once.test')).toBeGreaterThan(asked);

  zone.failing = 'SERVFAIL';
  expect(await verdict('ada@later.test')).toMatchObject({ reasons: ['DNS_UNAVAILABLE'] });
  zone.failing = null;
  zone.set('later.test', 'MX', ['10 in.later.test']);
  expect(await verdict('ada@later.test')).toMatchObject({ reasons: [] });
});
