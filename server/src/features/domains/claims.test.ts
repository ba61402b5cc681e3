import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSpools } from '#platform/spool';
import { type GivenProject, publish, type Reply, startDns, type TestApp, type TestDns } from '#testing';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { domainChecks } from './domain-checks.ts';

let setup: ProjectSetup;
let app: TestApp;
let zone: TestDns;

beforeAll(async () => {
  zone = await startDns();
  setup = await openProjectSetup({ DNS_RESOLVERS: zone.address }, zone);
  app = setup.app;
});
afterAll(() => setup.close());

interface ProjectDomain {
  project: GivenProject;
  body: Reply['body'];
}

async function addDomain(domain: string): Promise<ProjectDomain> {
  const project = await app.given.project();
  return { project, body: (await app.as(project.secretKey).post('/domains', { domain })).body };
}

/** The records of all of them together, as an owner of the zone could publish them. */
function publishAll(...owners: ProjectDomain[]): void {
  publish(
    [zone],
    owners.flatMap(({ body }) => body.records),
    'OWNERSHIP',
    'DKIM',
  );
  for (const purpose of ['OWNERSHIP', 'DKIM']) {
    const records = owners.flatMap(({ body }) =>
      body.records.filter((record: { purpose: string }) => record.purpose === purpose),
    );
    const parts = records.map(({ value }: { value: string }) => value.match(/.{1,255}/g) ?? []);
    zone.set(records[0].name, 'TXT', parts);
  }
}

const check = async ({ project, body }: ProjectDomain): Promise<Reply['body']> =>
  (await app.as(project.secretKey).post(`/domains/${body.id}/verify`)).body;

/** Checks now, however recent the last check is. */
async function verify(domain: ProjectDomain): Promise<Reply['body']> {
  await setup.rows("update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1", [
    domain.body.id,
  ]);
  return check(domain);
}

test('of two projects and one zone only the one whose challenge is in it verifies (T24)', async () => {
  const [owner, squatter] = [await addDomain('acme.example'), await addDomain('acme.example')];
  publish([zone], owner.body.records);

  expect(await verify(squatter)).toMatchObject({ status: 'pending', problem: null });
  expect(await verify(owner)).toMatchObject({ status: 'verified' });
  expect(await verify(squatter)).toMatchObject({ status: 'pending', problem: null });
});

test('of five projects that prove ownership at the same moment exactly one is verified (D-709)', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => addDomain('race.example')));
  publishAll(...owners);

  const replies = await Promise.all(owners.map(check));

  expect(replies.filter(({ status }) => status === 'verified')).toHaveLength(1);
  expect(replies.filter(({ problem }) => problem === 'DOMAIN_CLAIMED')).toHaveLength(4);
  const rows = await setup.rows(
    `select count(*) filter (where p.has_verified_domain)::int as ready from domains d join projects p on p.id = d.project_id
      where d.domain = $1`,
    ['race.example'],
  );
  expect(rows).toEqual([{ ready: 1 }]);
});

test('the database itself refuses a second verified owner', async () => {
  const [first, second] = [await addDomain('index.example'), await addDomain('index.example')];
  const verified = "update domains set status = 'verified', verified_at = now() where id = $1";
  await setup.rows(verified, [first.body.id]);

  await expect(setup.rows(verified, [second.body.id])).rejects.toMatchObject({ constraint: 'domains_verified_owner' });
});

test('the background check verifies a domain that became free for the project that waits (D-708, D-709)', async () => {
  const [first, second] = [await addDomain('handover.example'), await addDomain('handover.example')];
  publishAll(first, second);
  await verify(first);
  await verify(second);
  await app.as(first.project.secretKey).delete(`/domains/${first.body.id}`);
  await setup.rows("update domain_checks set due_at = now(), checked_at = now() - interval '1 minute' where id = $1", [
    second.body.id,
  ]);

  const spools = startSpools(app.app.services, [domainChecks]);
  try {
    await expect
      .poll(async () => (await app.as(second.project.secretKey).get(`/domains/${second.body.id}`)).body.status, {
        timeout: 10_000,
      })
      .toBe('verified');
  } finally {
    await spools.stop();
  }
});
