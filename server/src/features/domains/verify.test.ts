import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  anotherProcess,
  type Client,
  clientOf,
  type GivenProject,
  publish,
  type Reply,
  startDns,
  type TestApp,
  type TestDns,
} from '#testing';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';

let setup: ProjectSetup;
let app: TestApp;
let project: GivenProject;
let domains: Client;
let zones: [TestDns, TestDns];
let count = 0;

beforeAll(async () => {
  zones = [await startDns(), await startDns()];
  const settings = {
    DNS_RESOLVERS: zones.map(({ address }) => address).join(','),
    BOUNCE_HOST: 'in.postrider.example',
    RELAY_SPF: 'include:spf.relay.example',
    TRACKING_HOST: 'track.postrider.example',
  };
  setup = await openProjectSetup(settings, ...zones);
  app = setup.app;
});
afterAll(() => setup.close());
beforeEach(async () => {
  for (const zone of zones) zone.failing = null;
  project = await app.given.project();
  domains = app.as(project.secretKey);
});

/** A domain of its own for each test, so that zones need no cleaning. */
async function add(): Promise<Reply['body']> {
  count += 1;
  const { body } = await domains.post('/domains', { domain: `shop${count}.example` });
  return body;
}

/** Checks now, however recent the last check is. */
async function verify({ id }: { id: string }): Promise<Reply['body']> {
  await setup.rows("update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1", [id]);
  return (await domains.post(`/domains/${id}/verify`)).body;
}

const recordOf = (body: Reply['body'], purpose: string) =>
  body.records.find((record: { purpose: string }) => record.purpose === purpose);

test('a domain is verified when every required record is right, and the project and its team are notified', async () => {
  const domain = await add();
  publish(zones, domain.records);

  const reply = await domains.get(`/domains/${domain.id}/verify`);
  await app.settle();

  expect(reply).toMatchObject({ status: 200, body: { status: 'verified', verified: true, problem: null } });
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.body.records.every(({ status }: { status: string }) => status === 'verified')).toBe(true);
  expect(reply.body).toMatchObject({
    trackingDomain: `links.${domain.domain}`,
    dmarc: { found: true, policy: 'none' },
    verifiedAt: reply.body.lastCheckedAt,
  });
  const mails = app.mails.filter(({ subject }) => subject.includes(domain.domain));
  expect(mails).toMatchObject([{ to: project.owner.email, subject: `${domain.domain} is verified` }]);
  const live = await project.owner.client.patch(`/users/@me/projects/${project.id}`, { mode: 'live' });
  expect(live.body.error.details.missing).not.toContain('domain');
});

test('advice does not hold up verification, a required record does (D-705)', async () => {
  const domain = await add();
  publish(zones, domain.records, 'SPF', 'DMARC', 'TRACKING', 'RETURN_PATH');

  expect(await verify(domain)).toMatchObject({ status: 'pending' });
  publish(zones, domain.records, 'SPF', 'DMARC', 'TRACKING');
  expect(await verify(domain)).toMatchObject({ status: 'verified', trackingDomain: null });
});

test('a check younger than 10 s is not repeated, and concurrent ones share one (D-713)', async () => {
  const domain = await add();

  const replies = await Promise.all(Array.from({ length: 5 }, () => domains.post(`/domains/${domain.id}/verify`)));
  const asked = zones.map((zone) => zone.asked(`_postrider.${domain.domain}`));
  const again = await domains.get(`/domains/${domain.id}/verify`);

  expect(new Set(replies.map(({ body }) => body.lastCheckedAt)).size).toBe(1);
  expect(asked).toEqual([1, 1]);
  expect(again.body.lastCheckedAt).toBe(replies[0]?.body.lastCheckedAt);
  expect(zones.map((zone) => zone.asked(`_postrider.${domain.domain}`))).toEqual([1, 1]);
});

test('two apps in one process share no check', async () => {
  const domain = await add();
  publish(zones, domain.records);
  const silentZone = await startDns();
  onTestFinished(() => silentZone.close());
  silentZone.failing = 'silence';
  const { url } = await anotherProcess(app, { DNS_RESOLVERS: silentZone.address });
  const other = clientOf(url ?? '', { authorization: `Bearer ${project.secretKey}` });
  const waiting = other.post(`/domains/${domain.id}/verify`);
  await vi.waitFor(() => expect(silentZone.asked(`_postrider.${domain.domain}`)).toBeGreaterThan(0), {
    timeout: 10_000,
  });

  expect(await verify(domain)).toMatchObject({ status: 'verified' });

  silentZone.failing = null;
  await waiting;
});

describe('two servers are asked (D-708)', () => {
  test('and it is enough that one sees the record', async () => {
    const domain = await add();
    publish([zones[1]], domain.records);

    expect(await verify(domain)).toMatchObject({ status: 'verified' });
  });

  test('and a dead one costs a moment, not a time-out', async () => {
    const domain = await add();
    publish(zones, domain.records);
    zones[0].failing = 'silence';
    const began = performance.now();

    expect(await verify(domain)).toMatchObject({ status: 'verified' });
    expect(performance.now() - began).toBeLessThan(3_500);
  });

  test('and a record is gone only when both say so', async () => {
    const domain = await add();
    publish(zones, domain.records);
    await verify(domain);
    zones[0].remove(`_postrider.${domain.domain}`);

    expect(await verify(domain)).toMatchObject({ status: 'verified', atRiskSince: null });
    zones[1].remove(`_postrider.${domain.domain}`);
    expect(await verify(domain)).toMatchObject({ status: 'verified', atRiskSince: expect.any(String) });
  });
});

describe('no definite answer (D-707, F24)', () => {
  test.each(['SERVFAIL', 'REFUSED', 'nonsense', 'silence'] as const)(
    '%s changes nothing, and interrupts nothing',
    async (failing) => {
      const domain = await add();
      publish(zones, domain.records);
      await verify(domain);
      const { lastCheckedAt: _, ...before } = (await domains.get(`/domains/${domain.id}`)).body;
      for (const zone of zones) zone.failing = failing;
      const began = performance.now();

      const { lastCheckedAt, ...after } = await verify(domain);

      expect(performance.now() - began).toBeLessThan(11_000);
      expect(after).toEqual(before);
      expect(Date.parse(lastCheckedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
      zones[0].failing = null;
      zones[1].failing = null;
    },
  );

  test('one server that fails and one that finds nothing prove nothing', async () => {
    const domain = await add();
    publish(zones, domain.records);
    await verify(domain);
    zones[0].failing = 'SERVFAIL';
    zones[1].failing = 'NXDOMAIN';

    expect(await verify(domain)).toMatchObject({ status: 'verified', atRiskSince: null });
  });
});

test('a record that flips puts the domain at risk and takes it out again, with one mail', async () => {
  const domain = await add();
  publish(zones, domain.records);
  await verify(domain);

  for (let flip = 0; flip < 3; flip += 1) {
    for (const zone of zones) zone.set(`_postrider.${domain.domain}`, 'TXT', 'NXDOMAIN');
    expect(await verify(domain)).toMatchObject({ status: 'verified', atRiskSince: expect.any(String) });
    await app.settle();
    publish(zones, domain.records);
    expect(await verify(domain)).toMatchObject({ status: 'verified', atRiskSince: null });
  }

  const warnings = app.mails.filter(({ subject }) => subject.startsWith(`${domain.domain} is at risk`));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.text).toContain('Not in order: ownership.');
});

describe('the mistake is named: (D-706)', () => {
  const problem = async (purpose: string, alter: (domain: Reply['body']) => void): Promise<Reply['body']> => {
    const domain = await add();
    publish(zones, domain.records, purpose);
    alter(domain);
    const body = await verify(domain);
    return { ...recordOf(body, purpose), problem: body.problem };
  };
  const set = (name: string, type: 'TXT' | 'MX' | 'CNAME', values: (string | string[])[]) => {
    for (const zone of zones) zone.set(name, type, values);
  };

  test('host doubled', async () => {
    const record = await problem('DKIM', (domain) => {
      const { name, value } = recordOf(domain, 'DKIM');
      set(`${name}.${domain.domain}`, 'TXT', [[value.slice(0, 255), value.slice(255)]]);
    });

    expect(record).toMatchObject({
      status: 'pending',
      message: expect.stringMatching(
        /stands at .*shop(\d+)\.example\.shop\1\.example: .* Enter only postrider\._domainkey as the host/,
      ),
    });
  });

  test('value cut at 255 characters', async () => {
    const record = await problem('DKIM', (domain) => {
      const { name, value } = recordOf(domain, 'DKIM');
      set(name, 'TXT', [value.slice(0, 255)]);
    });

    expect(record).toMatchObject({ status: 'mismatch', message: expect.stringContaining('cut off after 255') });
  });

  test('two SPF records', async () => {
    const record = await problem('SPF', ({ mailFromDomain }) =>
      set(mailFromDomain, 'TXT', ['v=spf1 include:spf.relay.example ~all', 'v=spf1 -all']),
    );

    expect(record).toMatchObject({
      status: 'mismatch',
      message: expect.stringContaining('two SPF records'),
      problem: 'SEVERAL_SPF_RECORDS',
    });
  });

  test('an old value that is still cached, with its TTL', async () => {
    for (const zone of zones) zone.ttlSeconds = 3_000;
    const record = await problem('TRACKING', ({ domain }) => set(`links.${domain}`, 'CNAME', ['old.example']));
    for (const zone of zones) zone.ttlSeconds = 300;

    expect(record).toMatchObject({
      status: 'mismatch',
      found: ['old.example'],
      message: 'Points to another host. If you have just changed it, an old value may be seen for up to an hour more.',
    });
  });

  test.each([
    [10, null],
    [11, 'TOO_MANY_SPF_LOOKUPS'],
  ])('%i SPF look-ups: %s (M11)', async (lookUps, expected) => {
    const record = await problem('SPF', ({ mailFromDomain, domain }) => {
      const includes = Array.from({ length: lookUps - 4 }, (_, index) => `include:n${index}.${domain}`);
      set(mailFromDomain, 'TXT', [`v=spf1 include:spf.relay.example ${includes.join(' ')} ~all`]);
      set('spf.relay.example', 'TXT', ['v=spf1 a mx include:more.relay.example -all']);
      set('more.relay.example', 'TXT', ['v=spf1 ip4:192.0.2.1 -all']);
      for (let index = 0; index < lookUps; index += 1) set(`n${index}.${domain}`, 'TXT', ['v=spf1 -all']);
    });

    expect(record).toMatchObject({ status: 'verified', problem: expected });
    expect(record.message).toEqual(expected ? expect.stringContaining('more than 10') : null);
  });
});

test('circular includes end the count, not the check (T38)', async () => {
  const domain = await add();
  publish(zones, domain.records, 'SPF');
  for (const zone of zones) {
    zone.set(domain.mailFromDomain, 'TXT', [`v=spf1 include:spf.relay.example include:${domain.mailFromDomain} ~all`]);
  }

  expect(await verify(domain)).toMatchObject({ status: 'verified', problem: 'TOO_MANY_SPF_LOOKUPS' });
});

test('a policy of the organisational domain counts for a name below it (M2, M3)', async () => {
  const { body } = await domains.post('/domains', { domain: 'mail.eu.walk.example' });
  publish(zones, body.records, 'DMARC');
  for (const zone of zones) zone.set('_dmarc.walk.example', 'TXT', ['v=DMARC1; p=reject; sp=quarantine']);

  const after = await verify(body);

  expect(after.dmarc).toEqual({ found: true, policy: 'quarantine' });
  expect(recordOf(after, 'DMARC')).toMatchObject({ status: 'verified', found: ['v=DMARC1; p=reject; sp=quarantine'] });
});

test('texts in parts, many texts, circular aliases and hostile bytes (T38)', async () => {
  const domain = await add();
  const { name, value } = recordOf(domain, 'OWNERSHIP');
  publish(zones, domain.records, 'OWNERSHIP', 'TRACKING');
  for (const zone of zones) {
    zone.set(name, 'TXT', [
      ...Array.from({ length: 14 }, (_, index) => `${index}\u0000\u{1f4a3}`),
      [value.slice(0, 9), value.slice(9)],
    ]);
    zone.set(`links.${domain.domain}`, 'CNAME', [`b.${domain.domain}`]);
    zone.set(`b.${domain.domain}`, 'CNAME', [`links.${domain.domain}`]);
  }

  const body = await verify(domain);

  expect(body.status).toBe('verified');
  expect(recordOf(body, 'OWNERSHIP').found).toHaveLength(10);
  expect(recordOf(body, 'TRACKING')).toMatchObject({ status: 'mismatch', found: [`b.${domain.domain}`] });
});

test('a check that changes nothing writes only its own time', async () => {
  const domain = await add();
  publish(zones, domain.records);
  const first = await verify(domain);

  const second = await verify(domain);

  expect(second.updatedAt).toBe(first.updatedAt);
  expect(Date.parse(second.lastCheckedAt)).toBeGreaterThan(Date.parse(first.lastCheckedAt));
});
