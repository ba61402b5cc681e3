import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSpools, startSpools } from '#platform/spool';
import { type Client, type GivenProject, publish, type Reply, startDns, type TestApp, type TestDns } from '#testing';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { domainChecks } from './domain-checks.ts';

let setup: ProjectSetup;
let app: TestApp;
let project: GivenProject;
let domains: Client;
let zones: [TestDns, TestDns];
let spools: RunningSpools;
let count = 0;
const waitOptions = { timeout: 20_000, interval: 50 };

beforeAll(async () => {
  zones = [await startDns(), await startDns()];
  setup = await openProjectSetup({ DNS_RESOLVERS: zones.map(({ address }) => address).join(',') }, ...zones);
  app = setup.app;
});
afterAll(() => setup.close());
beforeEach(async () => {
  for (const zone of zones) zone.failing = null;
  project = await app.given.project();
  domains = app.as(project.secretKey);
  spools = startSpools(app.app.services, [domainChecks]);
});
afterEach(() => spools.stop());

async function add(): Promise<Reply['body']> {
  count += 1;
  return (await domains.post('/domains', { domain: `back${count}.example` })).body;
}

const now = async ({ id }: { id: string }): Promise<Reply['body']> => (await domains.get(`/domains/${id}`)).body;

/** Shifts the times of one domain into the past, and waits until the background has checked it since. */
async function later(domain: { id: string }, interval: string): Promise<Reply['body']> {
  // Why two statements: within one, PostgreSQL may lock the check before the domain, and checks do it the other way round.
  await setup.rows(
    `update domains set at_risk_since = at_risk_since - $2::interval, verified_at = verified_at - $2::interval,
            at_risk_mailed_at = at_risk_mailed_at - $2::interval where id = $1`,
    [domain.id, interval],
  );
  const [row] = await setup.rows(
    `update domain_checks set due_at = now(), checked_at = checked_at - $2::interval where id = $1 returning checked_at`,
    [domain.id, interval],
  );
  domainChecks.wake();
  await expect
    .poll(async () => Date.parse((await now(domain)).lastCheckedAt), waitOptions)
    .toBeGreaterThan(row.checked_at?.getTime() ?? 0);
  return now(domain);
}

const mailsAbout = ({ domain }: { domain: string }): string[] =>
  app.mails.filter(({ subject }) => subject.startsWith(domain)).map(({ subject }) => subject.slice(domain.length + 1));

test('a new domain is checked at once and is checked again within five minutes, spread at random', async () => {
  const added = await Promise.all(Array.from({ length: 6 }, add));

  await expect
    .poll(async () => (await Promise.all(added.map(now))).every((body) => body.lastCheckedAt), waitOptions)
    .toBe(true);

  const waits = (await Promise.all(added.map(now))).map(
    (body) => Date.parse(body.nextCheckAt) - Date.parse(body.lastCheckedAt),
  );
  expect(Math.max(...waits)).toBeLessThanOrEqual(300_001);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(269_999);
  expect(new Set(waits).size).toBeGreaterThan(3);
});

test('verified by itself, at risk when a record goes, lost after a day of definite answers, and back again (T24)', async () => {
  const domain = await add();
  await expect.poll(async () => (await now(domain)).lastCheckedAt, waitOptions).not.toBeNull();
  publish(zones, domain.records);

  expect(await later(domain, '5 minutes')).toMatchObject({ status: 'verified', atRiskSince: null });
  await app.settle();
  for (const zone of zones) zone.remove(`_postrider.${domain.domain}`);
  const atRisk = await later(domain, '5 minutes');
  await app.settle();
  expect(atRisk).toMatchObject({ status: 'verified', atRiskSince: expect.any(String) });
  expect(await later(domain, '23 hours')).toMatchObject({ status: 'verified' });
  expect(await ready()).toBe(true);

  const lost = await later(domain, '61 minutes');
  await app.settle();
  expect(lost).toMatchObject({ status: 'pending', verified: false, verifiedAt: null, atRiskSince: null });
  expect(lost.records[0]).toMatchObject({ purpose: 'OWNERSHIP', status: 'pending', found: [] });
  expect(await ready()).toBe(false);

  publish(zones, domain.records);
  expect(await later(domain, '5 minutes')).toMatchObject({ status: 'verified' });
  expect(await ready()).toBe(true);
  await app.settle();
  expect(mailsAbout(domain)).toEqual([
    'is verified',
    'is at risk: a DNS record is gone or wrong',
    'is no longer verified',
    'is verified',
  ]);
});

const ready = async (): Promise<boolean> =>
  (await setup.rows('select has_verified_domain as holds from projects where id = $1', [project.id]))[0].holds;

test('a week without answers changes nothing, and a later definite answer counts from the time of the first one (F24)', async () => {
  const domain = await add();
  publish(zones, domain.records);
  await later(domain, '5 minutes');
  for (const zone of zones) zone.failing = 'SERVFAIL';

  expect(await later(domain, '7 days')).toMatchObject({ status: 'verified', atRiskSince: null });
  for (const zone of zones) zone.failing = 'NXDOMAIN';
  expect(await later(domain, '5 minutes')).toMatchObject({ status: 'verified', atRiskSince: expect.any(String) });
  for (const zone of zones) zone.failing = 'SERVFAIL';
  expect(await later(domain, '2 days')).toMatchObject({ status: 'verified' });
  for (const zone of zones) zone.failing = 'NXDOMAIN';
  expect(await later(domain, '5 minutes')).toMatchObject({ status: 'pending' });
});

test('owners and admins are mailed, members are not; at risk once in 30 days', async () => {
  const admin = await app.given.member(project, 'ADMIN');
  await app.given.member(project, 'MEMBER');
  const domain = await add();
  publish(zones, domain.records);
  await later(domain, '5 minutes');
  await app.settle();
  const outage = async (after: string) => {
    for (const zone of zones) zone.remove(`_postrider.${domain.domain}`);
    await later(domain, after);
    await later(domain, '1 hour');
    await app.settle();
    publish(zones, domain.records);
    await later(domain, '5 minutes');
  };

  await outage('5 minutes');
  await outage('20 days');
  await outage('11 days');

  const risk = 'is at risk: a DNS record is gone or wrong';
  expect(mailsAbout(domain).toSorted()).toEqual([risk, risk, risk, risk, 'is verified', 'is verified'].toSorted());
  const to = app.mails.filter(({ subject }) => subject === `${domain.domain} ${risk}`).map((mail) => mail.to);
  expect(new Set(to)).toEqual(new Set([project.owner.email, admin.email]));
});

test('a domain deleted under a check stays deleted, and the spool goes on', async () => {
  const domain = await add();
  for (const zone of zones) zone.failing = 'silence';
  await setup.rows('update domain_checks set due_at = now(), checked_at = null where id = $1', [domain.id]);
  domainChecks.wake();
  await expect
    .poll(
      () => zones[0].asked(`_postrider.${domain.domain}`) + zones[1].asked(`_postrider.${domain.domain}`),
      waitOptions,
    )
    .toBeGreaterThan(0);

  expect(await domains.delete(`/domains/${domain.id}`)).toMatchObject({ status: 204 });
  for (const zone of zones) zone.failing = null;
  const other = await add();

  await expect.poll(async () => (await now(other)).lastCheckedAt, waitOptions).not.toBeNull();
  expect(await domains.get(`/domains/${domain.id}`)).toMatchObject({ status: 404 });
});

test('a worker that stops gives its checks back at once', async () => {
  const domain = await add();
  await expect.poll(async () => (await now(domain)).lastCheckedAt, waitOptions).not.toBeNull();
  for (const zone of zones) zone.failing = 'silence';
  await setup.rows('update domain_checks set due_at = now(), checked_at = null where id = $1', [domain.id]);
  domainChecks.wake();
  await expect
    .poll(
      async () => (await setup.rows('select lease_until from domain_checks where id = $1', [domain.id]))[0].lease_until,
      waitOptions,
    )
    .not.toBeNull();

  const began = performance.now();
  await spools.stop();

  expect(performance.now() - began).toBeLessThan(4_000);
  const [row] = await setup.rows(
    'select lease_until, due_at <= now() as due, checked_at from domain_checks where id = $1',
    [domain.id],
  );
  expect(row).toEqual({ lease_until: null, due: true, checked_at: null });
  spools = startSpools(app.app.services, [domainChecks]);
});
