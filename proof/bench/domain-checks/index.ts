import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { domainChecks } from '../../../server/src/features/domains/domain-checks.ts';
import type { Services } from '../../../server/src/platform/context/index.ts';
import { startSpools } from '../../../server/src/platform/spool/index.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { connect, openSetup } from '../../../server/testing/spool-setup.ts';
import { report } from '../comparison.ts';
import { seedDomains } from './seed.ts';

/** Checks a second that 100,000 domains need when each is checked every five minutes, a little early by random jitter. */
const neededChecksPerSecond = 100_000 / 285;
/** A claim and its end; a little for leases that are renewed. */
const steadyRows = 2.02;

/** `--domains` how many are due at once. One worker, name servers in processes of their own. */
export async function benchDomainChecks(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...options], options: { domains: { type: 'string', default: '20000' } } });
  const count = Number(values.domains);
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const plain = await openSetup(urlOf(name));
  const texts = await seedDomains(client, plain.services.config, count);
  await plain.close();
  const servers = await startZones(texts);
  const setup = await openSetup(urlOf(name), { LOG_LEVEL: 'warn', DNS_RESOLVERS: servers.addresses.join(',') });
  try {
    await runRound(setup.services, client, 'first round: every domain becomes verified', null);
    await runRound(setup.services, client, 'steady round: nothing changes', steadyRows);
  } finally {
    await setup.close();
    await servers.close();
    await client.end();
    await dropDatabase(name);
  }
}

async function runRound(services: Services, client: Client, what: string, maxRows: number | null): Promise<void> {
  await client.query('update domain_checks set due_at = now(), checked_at = null where due_at > now()');
  await client.query('vacuum analyze domain_checks');
  const before = await countWrittenRows(client);
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const spools = startSpools(services, [domainChecks]);
  while ((await client.query('select 1 from domain_checks where checked_at is null limit 1')).rowCount !== 0)
    await delay(100);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await spools.stop();
  const { rows } = await client.query(
    "select count(*)::int as all, count(*) filter (where status = 'verified')::int as verified from domains",
  );
  const rate = rows[0].all / seconds;
  await delay(12_000); // Why: a connection that was busy reports its statistics up to ten seconds later
  const detail = {
    domains: rows[0].all,
    verified: rows[0].verified,
    cpuMsPerCheck: Number(((user + system) / 1_000 / rows[0].all).toFixed(2)),
    loopDelayP99Ms: Number((delays.percentile(99) / 1e6).toFixed(1)),
  };
  const name = `domain-checks, ${what}; bare is what 100,000 domains need`;
  report({ name, ours: rate, bare: neededChecksPerSecond, unit: 'checks/s', want: { ratio: { atLeast: 1 } }, detail });
  const versions = ((await countWrittenRows(client)) - before) / rows[0].all;
  report({
    name: `domain-checks, ${what}, row versions`,
    ours: versions,
    unit: 'rows',
    want: maxRows === null ? null : { ours: { atMost: maxRows } },
  });
  const missed = rows[0].all - rows[0].verified;
  report({
    name: `domain-checks, ${what}, not verified`,
    ours: missed,
    unit: 'domains',
    want: { ours: { atMost: 0 } },
  });
}

async function countWrittenRows(client: Client): Promise<number> {
  // Why: what this connection has written itself would be reported a second later, and counted as the product's.
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 as count from pg_stat_user_tables where relname like 'domain%'",
  );
  return rows[0].count;
}

async function startZones(texts: Record<string, string>): Promise<{ addresses: string[]; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'postrider-zone-'));
  await writeFile(join(directory, 'zone.json'), JSON.stringify(texts));
  const script = fileURLToPath(new URL('./zone-server.ts', import.meta.url));
  const children = [1, 2].map(() =>
    spawn(process.execPath, [script, join(directory, 'zone.json')], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const ports = await Promise.all(children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()));
  return {
    addresses: ports.map((port) => `127.0.0.1:${port}`),
    async close() {
      for (const child of children) child.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
