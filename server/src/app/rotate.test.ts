import { createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Client as SqlClient } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { keyId } from '#platform/crypto';
import {
  anotherProcess,
  type Client,
  clientOf,
  connect,
  type GivenProject,
  publish,
  startDns,
  type TestApp,
  type TestDns,
  testApp,
} from '#testing';
import { rotate } from './rotate.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name}-secret-of-more-than-32-characters`,
) as [string, string, string]; // as many as were given

/** An instance with its first secret, and the same database under other secrets. */
interface Instance {
  readonly app: TestApp;
  readonly zone: TestDns;
  readonly project: GivenProject;
  readonly sql: SqlClient;
  /** Starts another process with these secrets: its client, and `rotate` with them. */
  restarted(secret: string, ...old: string[]): Promise<{ client: Client; rotate: () => ReturnType<typeof rotate> }>;
}

async function openInstance(): Promise<Instance> {
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
      const { url, services } = await anotherProcess(app, secrets);
      const client = clientOf(url ?? '').with({ authorization: `Bearer ${project.secretKey}` });
      return { client, rotate: () => rotate(services.config) };
    },
  };
}

interface DnsRecord {
  purpose: string;
  value: string;
  status: string;
}

const ownershipOf = (body: { records: DnsRecord[] }): DnsRecord | undefined =>
  body.records.find(({ purpose }) => purpose === 'OWNERSHIP');

async function verified({ sql }: Instance, client: Client, id: string) {
  await sql.query(`update domain_checks set checked_at = checked_at - interval '1 minute' where id = $1`, [id]);
  const { body } = await client.post(`/domains/${id}/verify`);
  expect(body, JSON.stringify(body.records)).toMatchObject({ status: 'verified', atRiskSince: null });
  return body;
}

test('a domain stays verified by its published records, through two changes of SECRET_KEY and without the old keys', async () => {
  const instance = await openInstance();
  const client = instance.app.as(instance.project.secretKey);
  const { body: domain } = await client.post('/domains', { domain: 'acme.example' });
  publish([instance.zone], domain.records);
  const asked = ownershipOf(await verified(instance, client, domain.id))?.value;
  expect(asked).toMatch(/^postrider-verification=[A-Za-z0-9]{43}$/);

  const next = await instance.restarted(second, first);
  expect(ownershipOf(await verified(instance, next.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  expect(await next.rotate()).toMatchObject({ isComplete: true });

  const last = await instance.restarted(third, second);
  expect(ownershipOf(await verified(instance, last.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  expect(await last.rotate()).toMatchObject({ isComplete: true });

  const alone = await instance.restarted(third);
  expect(ownershipOf(await verified(instance, alone.client, domain.id))).toMatchObject({
    value: asked,
    status: 'verified',
  });
  // D-703: and after it was removed and added again.
  await alone.client.delete(`/domains/${domain.id}`);
  const { body: again } = await alone.client.post('/domains', { domain: 'acme.example' });
  expect(ownershipOf(again)?.value).toBe(asked);
});

test('a domain of an earlier version, whose token was never stored, keeps the published one', async () => {
  const instance = await openInstance();
  const { body: domain } = await instance.app
    .as(instance.project.secretKey)
    .post('/domains', { domain: 'acme.example' });
  const key = Buffer.from(hkdfSync('sha256', first, '', 'postrider:domain-ownership', 32));
  const token = createHmac('sha256', key).update(`${instance.project.id}:acme.example`).digest('base64url');
  const value = `postrider-verification=${token}`;
  publish(
    [instance.zone],
    domain.records.map((record: DnsRecord) => (record.purpose === 'OWNERSHIP' ? { ...record, value } : record)),
  );
  await instance.sql.query('delete from ownership_tokens');

  const next = await instance.restarted(second, first);
  expect(ownershipOf(await verified(instance, next.client, domain.id))).toMatchObject({ value, status: 'verified' });

  const alone = await instance.restarted(second);
  expect(ownershipOf(await verified(instance, alone.client, domain.id))).toMatchObject({ value, status: 'verified' });
});

test('the migration stores the tokens that domains had so far', async () => {
  const instance = await openInstance();
  const client = instance.app.as(instance.project.secretKey);
  const { body: checked } = await client.post('/domains', { domain: 'checked.example' });
  const { body: findings } = await client.post(`/domains/${checked.id}/verify`);
  await client.post('/domains', { domain: 'never-checked.example' });
  await instance.sql.query('delete from ownership_tokens');

  const file = new URL('../../migrations/0025_secret_keys.sql', import.meta.url);
  const [fill = ''] = /insert into ownership_tokens[^;]+;/.exec(readFileSync(file, 'utf8')) ?? [];
  await instance.sql.query(fill);

  const { rows } = await instance.sql.query(
    `select domain, 'postrider-verification=' || token as value from ownership_tokens`,
  );
  expect(rows).toEqual([{ domain: 'checked.example', value: ownershipOf(findings)?.value }]);
});

const sealedWith = async ({ sql }: Instance): Promise<string[]> => {
  const { rows } = await sql.query<{ mark: string }>(`select split_part(private_key, '.', 1) as mark from domain_keys`);
  return rows.map(({ mark }) => mark);
};

test('rotate seals every key again, is safe to run twice or at once, and reports what the old key is for', async () => {
  const instance = await openInstance();
  const client = instance.app.as(instance.project.secretKey);
  for (let n = 0; n < 3; n += 1) await client.post('/domains', { domain: `shop${n}.example` });
  // One as it was sealed before values named their key, one that has no token yet.
  await instance.sql.query(
    `update domain_keys set private_key = regexp_replace(private_key, '^v2-[0-9a-f]+', 'v1')
      where domain_id = (select id from domains where domain = 'shop0.example')`,
  );
  await instance.sql.query(`delete from ownership_tokens where domain = 'shop1.example'`);
  const next = await instance.restarted(second, first);

  const [one, other] = await Promise.all([next.rotate(), next.rotate()]);
  const again = await next.rotate();

  expect(await sealedWith(instance)).toEqual(Array(3).fill(`v2-${keyId(second)}`));
  for (const report of [one, other, again]) expect(report.isComplete).toBe(true);
  expect(again.lines.join('\n')).toContain('3 looked at, 0 sealed anew, 0 unreadable');
  expect(again.lines.join('\n')).toMatch(/links in mail sent with it.*end with it/);
  expect(again.lines.join('\n')).not.toContain(second);
  expect(again.lines.join('\n')).not.toContain(first);
  const { rowCount } = await instance.sql.query('select from ownership_tokens');
  expect(rowCount).toBe(3);
});

test('rotate keeps values that no listed key opens, names them and fails', async () => {
  const instance = await openInstance();
  await instance.app.as(instance.project.secretKey).post('/domains', { domain: 'acme.example' });
  const forgotten = await instance.restarted(third, second);

  const report = await forgotten.rotate();

  expect(report.isComplete).toBe(false);
  expect(report.lines.join('\n')).toMatch(/No listed key opens: acme\.example\. What they sign waits/);
  expect(await sealedWith(instance)).toEqual([`v2-${keyId(first)}`]);
});

test('webhook secrets outlive a change of the key, the one before included, and rotate names those that nothing opens', async () => {
  const { app, project, sql, restarted } = await openInstance();
  const path = `/projects/${project.id}/webhook-secret`;
  await project.owner.client.get(path);
  const { body: before } = await project.owner.client.post(`${path}/rotate`);
  const marks = async () => {
    const { rows } = await sql.query(
      `select split_part(secret, '.', 1) as now, split_part(previous_secret, '.', 1) as before from webhook_secrets`,
    );
    return rows;
  };

  const forgotten = await (await restarted(third)).rotate();
  expect(forgotten.lines.join('\n')).toContain(
    `No listed key opens: webhook secret of ${project.id}. What they sign waits`,
  );
  expect(await marks()).toEqual([{ now: `v2-${keyId(first)}`, before: `v2-${keyId(first)}` }]);

  const report = await (await restarted(second, first)).rotate();
  expect(report.lines).toContain('webhook secrets of projects: 1 looked at, 1 sealed anew, 0 unreadable.');
  expect(await marks()).toEqual([{ now: `v2-${keyId(second)}`, before: `v2-${keyId(second)}` }]);
  const alone = await anotherProcess(app, { SECRET_KEY: second });
  const { body } = await clientOf(alone.url ?? '')
    .with(project.owner.headers)
    .get(path);
  expect(body).toEqual(before);
});
