import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client as SqlClient } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { keyId } from '#platform/crypto';
import type { Client, GivenProject, TestApp, TestDns } from '#testing';
import { anotherProcess, clientOf, connect, publish, startDns, testApp } from '#testing';
import { rotate } from './rotate.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name}-secret-of-more-than-32-characters`,
) as [string, string, string]; // as many as were given

/** An instance with its first secret, and the same database under other secrets. */
interface House {
  readonly app: TestApp;
  readonly zone: TestDns;
  readonly project: GivenProject;
  readonly sql: SqlClient;
  /** Restarted: a client of a process with these secrets, and what `rotate` says with them. */
  restarted(secret: string, ...old: string[]): Promise<{ client: Client; rotate: () => ReturnType<typeof rotate> }>;
}

async function openHouse(): Promise<House> {
  const zone = await startDns();
  onTestFinished(() => zone.close());
  const settings = { DNS_RESOLVERS: zone.address, SECRET_KEY: first };
  const app = await testApp(settings);
  const sql = await connect(app.databaseUrl);
  onTestFinished(() => sql.end());
  const project = await app.given.project();
  return {
    app,
    zone,
    project,
    sql,
    async restarted(secret, ...old) {
      const secrets = { ...settings, SECRET_KEY: secret, SECRET_KEYS_OLD: old.join(',') };
      const { url, cellar } = await anotherProcess(app, secrets);
      const client = clientOf(url ?? '').with({ authorization: `Bearer ${project.secretKey}` });
      return { client, rotate: () => rotate(cellar.config) };
    },
  };
}

interface Record {
  purpose: string;
  value: string;
  status: string;
}

const ownershipOf = (body: { records: Record[] }): Record | undefined =>
  body.records.find(({ purpose }) => purpose === 'OWNERSHIP');

async function verified({ sql }: House, client: Client, id: string) {
  await sql.query(`update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1`, [id]);
  const { body } = await client.post(`/domains/${id}/verify`);
  expect(body, JSON.stringify(body.records)).toMatchObject({ status: 'verified', atRiskSince: null });
  return body;
}

test('a domain stays verified by what was published once, through two changes of SECRET_KEY and without the old keys', async () => {
  const house = await openHouse();
  const client = house.app.as(house.project.secretKey);
  const { body: domain } = await client.post('/domains', { domain: 'acme.example' });
  publish([house.zone], domain.records);
  const asked = ownershipOf(await verified(house, client, domain.id))?.value;
  expect(asked).toMatch(/^postrider-verification=[A-Za-z0-9]{43}$/);

  const next = await house.restarted(second, first);
  expect(ownershipOf(await verified(house, next.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  expect(await next.rotate()).toMatchObject({ isComplete: true });

  const last = await house.restarted(third, second);
  expect(ownershipOf(await verified(house, last.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  expect(await last.rotate()).toMatchObject({ isComplete: true });

  const alone = await house.restarted(third);
  expect(ownershipOf(await verified(house, alone.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  // D-703: and after it was removed and added again.
  await alone.client.delete(`/domains/${domain.id}`);
  const { body: again } = await alone.client.post('/domains', { domain: 'acme.example' });
  expect(ownershipOf(again)?.value).toBe(asked);
});

test('a domain of an earlier version, whose token was never noted, keeps the one that was published', async () => {
  const house = await openHouse();
  const { body: domain } = await house.app.as(house.project.secretKey).post('/domains', { domain: 'acme.example' });
  const key = Buffer.from(hkdfSync('sha256', first, '', 'postrider:domain-ownership', 32));
  const token = createHmac('sha256', key).update(`${house.project.id}:acme.example`).digest('base64url');
  const value = `postrider-verification=${token}`;
  publish(
    [house.zone],
    domain.records.map((record: Record) => (record.purpose === 'OWNERSHIP' ? { ...record, value } : record)),
  );
  await house.sql.query('delete from ownership_tokens');

  const next = await house.restarted(second, first);
  expect(ownershipOf(await verified(house, next.client, domain.id))).toMatchObject({ value, status: 'verified' });

  const alone = await house.restarted(second);
  expect(ownershipOf(await verified(house, alone.client, domain.id))).toMatchObject({ value, status: 'verified' });
});

test('the migration notes what domains were asked for so far', async () => {
  const house = await openHouse();
  const client = house.app.as(house.project.secretKey);
  const { body: checked } = await client.post('/domains', { domain: 'checked.example' });
  const { body: findings } = await client.post(`/domains/${checked.id}/verify`);
  await client.post('/domains', { domain: 'never-checked.example' });
  await house.sql.query('delete from ownership_tokens');

  const file = new URL('../../migrations/0025_secret_keys.sql', import.meta.url);
  const [fill = ''] = /insert into ownership_tokens[^;]+;/.exec(readFileSync(file, 'utf8')) ?? [];
  await house.sql.query(fill);

  const { rows } = await house.sql.query(
    `select domain, 'postrider-verification=' || token as value from ownership_tokens`,
  );
  expect(rows).toEqual([{ domain: 'checked.example', value: ownershipOf(findings)?.value }]);
});

const sealedWith = async ({ sql }: House): Promise<string[]> => {
  const { rows } = await sql.query<{ mark: string }>(`select split_part(private_key, '.', 1) as mark from domain_keys`);
  return rows.map(({ mark }) => mark);
};

test('rotate seals every key anew, two at once and again do no harm, and it says what the old key is for', async () => {
  const house = await openHouse();
  const client = house.app.as(house.project.secretKey);
  for (let n = 0; n < 3; n += 1) await client.post('/domains', { domain: `shop${n}.example` });
  // One as it was sealed before values named their key, one that has no token yet.
  await house.sql.query(
    `update domain_keys set private_key = regexp_replace(private_key, '^v2-[0-9a-f]+', 'v1')
      where domain_id = (select id from domains where domain = 'shop0.example')`,
  );
  await house.sql.query(`delete from ownership_tokens where domain = 'shop1.example'`);
  const next = await house.restarted(second, first);

  const [one, other] = await Promise.all([next.rotate(), next.rotate()]);
  const again = await next.rotate();

  expect(await sealedWith(house)).toEqual(Array(3).fill(`v2-${keyId(second)}`));
  for (const report of [one, other, again]) expect(report.isComplete).toBe(true);
  expect(again.lines.join('\n')).toContain('3 looked at, 0 sealed anew, 0 unreadable');
  expect(again.lines.join('\n')).toMatch(/links in mail sent with it.*end with it/);
  expect(again.lines.join('\n')).not.toContain(second);
  expect(again.lines.join('\n')).not.toContain(first);
  const { rowCount } = await house.sql.query('select from ownership_tokens');
  expect(rowCount).toBe(3);
});

test('rotate leaves alone what no listed key opens, names it and ends badly', async () => {
  const house = await openHouse();
  await house.app.as(house.project.secretKey).post('/domains', { domain: 'acme.example' });
  const forgotten = await house.restarted(third, second);

  const report = await forgotten.rotate();

  expect(report.isComplete).toBe(false);
  expect(report.lines.join('\n')).toMatch(/No listed key opens: acme\.example\. Their mail waits/);
  expect(await sealedWith(house)).toEqual([`v2-${keyId(first)}`]);
});
