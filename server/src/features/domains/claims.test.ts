import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSpools } from '#platform/spool';
import type { GivenProject, TestApp, TestDns, TestReply } from '#testing';
import { connect, publish, startDns, startTestApp } from '#testing';
import { domainChecks } from './domain-checks.ts';

let app: TestApp;
let zone: TestDns;

beforeAll(async () => {
  zone = await startDns();
  app = await startTestApp(inject('templateDatabase'), { DNS_RESOLVERS: zone.address });
});
afterAll(async () => {
  await app.close();
  await zone.close();
});

interface Side {
  project: GivenProject;
  body: TestReply['body'];
}

async function adds(domain: string): Promise<Side> {
  const project = await app.given.project();
  return { project, body: (await app.as(project.secretKey).post('/domains', { domain })).body };
}

/** The records of all of them side by side, as an owner of the zone could publish them. */
function publishAll(...sides: Side[]): void {
  publish(
    [zone],
    sides.flatMap(({ body }) => body.records),
    'OWNERSHIP',
    'DKIM',
  );
  for (const purpose of ['OWNERSHIP', 'DKIM']) {
    const records = sides.flatMap(({ body }) =>
      body.records.filter((record: { purpose: string }) => record.purpose === purpose),
    );
    const parts = records.map(({ value }: { value: string }) => value.match(/.{1,255}/g) ?? []);
    zone.set(records[0].name, 'TXT', parts);
  }
}

async function verify({ project, body }: Side): Promise<TestReply['body']> {
  await sql("update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1", [body.id]);
  return (await app.as(project.secretKey).post(`/domains/${body.id}/verify`)).body;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
async function sql(statement: string, values: unknown[]): Promise<any[]> {
  const admin = await connect(app.databaseUrl);
  try {
    return (await admin.query(statement, values)).rows;
  } finally {
    await admin.end();
  }
}

test('T24: of two projects and one zone only the one whose challenge is in it verifies', async () => {
  const [owner, squatter] = [await adds('acme.example'), await adds('acme.example')];
  publish([zone], owner.body.records);

  expect(await verify(squatter)).toMatchObject({ status: 'pending', problem: null });
  expect(await verify(owner)).toMatchObject({ status: 'verified' });
  expect(await verify(squatter)).toMatchObject({ status: 'pending', problem: null });
});

test('D-709: a second project that proves ownership waits until the first one lets go', async () => {
  const [first, second] = [await adds('shared.example'), await adds('shared.example')];
  publishAll(first, second);
  expect(await verify(first)).toMatchObject({ status: 'verified' });

  const claimed = await verify(second);
  expect(claimed).toMatchObject({ status: 'pending', problem: 'DOMAIN_CLAIMED', verifiedAt: null });
  expect(
    claimed.records.every(
      ({ required, status }: { required: boolean; status: string }) => !required || status === 'verified',
    ),
  ).toBe(true);
  expect(JSON.stringify(claimed)).not.toContain(first.project.id);

  await app.as(first.project.secretKey).delete(`/domains/${first.body.id}`);
  expect(await verify(second)).toMatchObject({ status: 'verified', problem: null });
});

test('D-709: of five projects that prove it at the same moment exactly one has it', async () => {
  const sides = await Promise.all(Array.from({ length: 5 }, () => adds('race.example')));
  publishAll(...sides);

  const replies = await Promise.all(sides.map(verify));

  expect(replies.filter(({ status }) => status === 'verified')).toHaveLength(1);
  expect(replies.filter(({ problem }) => problem === 'DOMAIN_CLAIMED')).toHaveLength(4);
  const rows = await sql(
    `select count(*) filter (where p.has_verified_domain)::int as ready from domains d join projects p on p.id = d.project_id
      where d.domain = $1`,
    ['race.example'],
  );
  expect(rows).toEqual([{ ready: 1 }]);
});

test('the database itself refuses a second verified owner', async () => {
  const [first, second] = [await adds('index.example'), await adds('index.example')];
  const verified = "update domains set status = 'verified', verified_at = now() where id = $1";
  await sql(verified, [first.body.id]);

  await expect(sql(verified, [second.body.id])).rejects.toMatchObject({ constraint: 'domains_verified_owner' });
});

test('D-708, D-709: the background check gives a domain that became free to the one who waits', async () => {
  const [first, second] = [await adds('handover.example'), await adds('handover.example')];
  publishAll(first, second);
  await verify(first);
  await verify(second);
  await app.as(first.project.secretKey).delete(`/domains/${first.body.id}`);
  await sql("update domain_checks set due_at = now(), checked_at = now() - interval '1 minute' where id = $1", [
    second.body.id,
  ]);

  const spools = startSpools(app.app.cellar, [domainChecks]);
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
