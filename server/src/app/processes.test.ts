import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { bearer, browserAt, clientOf, copyDatabase, dropDatabase, urlOf } from '#testing';
import { sendRequest } from '#testing/client';
import { type ServerProcess, spawnRole, startServer } from '#testing/server-process';
import { until } from '#testing/until';

vi.setConfig({ testTimeout: 180_000 }); // starts several processes, one after the other

const settings = {
  ENVIRONMENT: 'test',
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '1',
  OPEN_CALLS_PER_ADDRESS: '0',
  SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
  DASHBOARD_FOLDER: 'none',
  LOG_LEVEL: 'fatal',
  PROCESSES: '2',
};

async function givenDatabase(): Promise<string> {
  const name = await copyDatabase(inject('templateDatabase'));
  onTestFinished(() => dropDatabase(name));
  return urlOf(name);
}

async function started(role: 'api' | 'all', own: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(role, { ...settings, DATABASE_URL: await givenDatabase(), ...own });
  onTestFinished(() => server.stop());
  return server;
}

const childrenOf = ({ child }: Pick<ServerProcess, 'child'>): number[] =>
  readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const metricsOf = async ({ metricsUrl }: ServerProcess): Promise<string> =>
  (await clientOf(metricsUrl).get('/metrics')).text;

/** A caller with the secret key of a new project; the server needs SIGNUPS: 'owner'. */
async function keyOfOwner(server: ServerProcess): Promise<ReturnType<typeof clientOf>> {
  await until(() => server.output().includes('token='));
  const token = /token=(\S+)/.exec(server.output())?.[1];
  const person = { email: 'ada@example.com', password: 'a long enough password', projectName: 'One', token };
  const signedUp = await browserAt(server.url).post('/auth/signup', person);
  return clientOf(server.url, bearer(signedUp.body.project.secret));
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Six callers with a connection each, which call again and again until they are ended; what became of the calls of each. */
function callsOf(url: string): { end(): Promise<(number | string)[][]> } {
  let isOver = false;
  const callers = Array.from({ length: 6 }, async () => {
    const results: (number | string)[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      results.push(
        await sendRequest(url, { method: 'GET', path: '/config' }, { agent }).then(
          ({ status }) => status,
          (error: Error) => error.message,
        ),
      );
    }
    agent.destroy();
    return results;
  });
  return {
    end() {
      isOver = true;
      return Promise.all(callers);
    },
  };
}

test('the role all is two API processes and a worker behind one port, and mail goes its way', async () => {
  const server = await started('all', { SIGNUPS: 'owner' });
  await until(() => server.output().includes('Test mode'));

  const key = await keyOfOwner(server);
  const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hello', body: 'x' };
  const sent = await key.post('/v1/send', mail);
  const received = await key.get('/inbox/wait?to=ada@example.com&timeout=30');

  expect([sent.status, received.status, received.body.subject]).toEqual([200, 200, 'Hello']);
  expect(server.output().match(/is running/g)).toHaveLength(1);
  expect(server.output().match(/token=/g)).toHaveLength(1);
  expect(childrenOf(server)).toHaveLength(3);
  const metrics = await metricsOf(server);
  expect(metrics.match(/^# TYPE process_resident_memory_bytes/gm)).toHaveLength(1);
  expect([...metrics.matchAll(/^process_resident_memory_bytes\{process="([^"]+)"/gm)].map(([, name]) => name)).toEqual([
    'requests-1',
    'requests-2',
    'background',
    'parent',
  ]);
});

test('connections go to the API processes in turn', async () => {
  const server = await started('api');

  for (let call = 0; call < 8; call++) {
    await sendRequest(server.url, { method: 'GET', path: '/config' }, { agent: new Agent({ keepAlive: false }) });
  }
  const metrics = await metricsOf(server);

  const served = [
    ...metrics.matchAll(/http_request_duration_seconds_count\{process="([^"]+)"[^}]*\/config[^}]*\} (\d+)/g),
  ];
  expect(served.map(([, name, count]) => [name, Number(count)])).toEqual([
    ['requests-1', 4],
    ['requests-2', 4],
  ]);
});

test('the API processes divide the connections of one to the database', async () => {
  const pools = { DATABASE_POOL_SIZE: '8', DATABASE_CONNECTIONS_PER_PROJECT: '0' };
  const server = await started('api', { SIGNUPS: 'owner', ...pools });
  const key = await keyOfOwner(server);

  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 40 }, () => key.get('/contacts')));
  }
  const metrics = await metricsOf(server);

  // Four each, of which two are kept for who comes in; undivided it would be eight, and six of them for calls.
  const open = [...metrics.matchAll(/^database_connections\{process="requests-\d"\} (\d+)/gm)];
  expect(open.map(([, count]) => Number(count))).toEqual([2, 2]);
});

test('a process that is killed comes back, and calls to the others go on', async () => {
  const server = await started('api', { PROCESSES: '3' });
  const before = childrenOf(server);
  const [victim = 0] = before;
  const calls = callsOf(server.url);
  await until(async () => (await metricsOf(server)).includes('/config'));

  process.kill(victim, 'SIGKILL');
  const isBack = await until(() => {
    const now = childrenOf(server);
    return now.length === 3 && !now.includes(victim);
  });
  const isCounted = await until(async () => /process_restarts\{process="parent"\} 1/.test(await metricsOf(server)));
  const names = async (): Promise<number> =>
    (await metricsOf(server)).match(/^process_resident_memory_bytes\{/gm)?.length ?? 0;
  const servesAgain = await until(async () => (await names()) === 4);
  const results = await calls.end();

  expect([isBack, isCounted, servesAgain]).toEqual([true, true, true]);
  expect(before.filter((pid) => pid !== victim).every(isAlive)).toBe(true);
  // A connection belongs to one process. Those of the others never noticed, and a broken one is made anew and served.
  const broken = results.map((calls) => calls.filter((result) => result !== 200));
  expect(broken.filter((calls) => calls.length === 0).length).toBeGreaterThan(0);
  expect(Math.max(...broken.map((calls) => calls.length))).toBeLessThanOrEqual(2);
  expect(results.map((calls) => calls.at(-1))).toEqual(Array.from({ length: 6 }, () => 200));
});

test('SIGTERM: not ready at once, every call is answered until a router has seen that, all end with code 0', async () => {
  const server = await started('all', { DRAIN_SECONDS: '2' });
  const children = childrenOf(server);
  const calls = callsOf(server.url);
  await until(async () => (await metricsOf(server)).includes('/config'));
  const ended = once(server.child, 'exit');

  server.child.kill('SIGTERM');
  const isRed = await until(async () => (await clientOf(server.metricsUrl).get('/ready')).status === 503, {
    pauseMs: 10,
  });
  const results = await calls.end(); // no more calls, as of a router that has seen it
  const [code] = await ended;

  expect([isRed, code]).toEqual([true, 0]);
  expect(results.flat().filter((result) => result !== 200)).toEqual([]);
  expect(results.flat().length).toBeGreaterThan(0);
  expect(children.filter(isAlive)).toEqual([]);
});

test('when the parent is killed, its processes end with it', async () => {
  const server = await started('api');
  const children = childrenOf(server);

  server.child.kill('SIGKILL');

  expect(await until(() => !children.some(isAlive))).toBe(true);
});

test('what keeps a process from starting is said once and is the exit code of the whole', async () => {
  const server = await started('api');
  const taken = { PORT: new URL(server.url).port, METRICS_PORT: '0', DATABASE_URL: await givenDatabase() };

  const child = spawnRole('api', { ...settings, ...taken });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');

  expect(code).toBe(78);
  expect(errors.match(/is taken or may not be used/g)).toHaveLength(1);
});
