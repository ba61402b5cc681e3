import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { adminUrl, copyDatabase, createDatabase, dropDatabase, newName, urlOf } from '#testing';
import { runStatements } from '#testing/database';
import { baseEnvironment, main } from '#testing/server-process';
import { startRefusal } from './start-refusal.ts';

vi.setConfig({ testTimeout: 120_000 }); // each starts processes, up to two one after the other

/** Exit code and output of a process that cannot start. */
async function failedStart(role: string, settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const env = { ...baseEnvironment(), SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters', ...settings };
  const { code, stderr } = await promisify(execFile)(process.execPath, [main, role], { env, timeout: 60_000 }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: unknown; stderr: string }) => error,
  );
  return { code, stderr };
}

test.each(['api', 'worker', 'migrate'])('%s reports in one line that PostgreSQL does not answer', async (role) => {
  const { code, stderr } = await failedStart(role, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
  expect(code).toBe(69);
  expect(stderr).toMatch(/^PostgreSQL does not answer \(.*ECONNREFUSED.*\)\. Is it running.*\n$/);
});

const server = new URL(adminUrl());
const databaseUrl = (change: (url: URL) => void): string => {
  const url = new URL(server);
  change(url);
  return url.href;
};

/** One line with its line end, and no stack trace. */
const oneLine = /^[^\n]+\n$/;

test.each(['api', 'migrate'])('%s reports in one line that there is no such database', async (role) => {
  const { code, stderr } = await failedStart(role, { DATABASE_URL: urlOf('postrider_no_such_database') });

  expect(stderr).toMatch(oneLine);
  expect(stderr).toMatch(/"postrider_no_such_database" does not exist.*createdb/);
  expect(code).toBe(78);
});

test('dev reports in one line that PostgreSQL does not answer, or refuses this login', async () => {
  const away = await failedStart('dev', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
  const stranger = await failedStart('dev', {
    DATABASE_URL: databaseUrl((url) => (url.username = 'postrider_nobody')),
  });

  expect(away).toMatchObject({ code: 69, stderr: expect.stringMatching(oneLine) });
  expect(stranger).toMatchObject({ code: 78, stderr: expect.stringMatching(oneLine) });
});

test('a wrong password, and a login that may not create roles, are reported in one line', async () => {
  const refused = (code: string, message: string) => startRefusal(Object.assign(new Error(message), { code }));

  expect(refused('28P01', 'password authentication failed for user "x"')).toEqual({
    code: 78,
    line: 'PostgreSQL refuses (password authentication failed for user "x"). Look at user and password in DATABASE_URL.',
  });
  expect(refused('42501', 'permission denied to create database')).toMatchObject({
    code: 78,
    line: expect.stringContaining('may create databases and roles'),
  });
  expect(startRefusal(new Error('ours'))).toBeNull();
});

test.each(['28000', '28P01'])(
  'dev, which starts without DATABASE_URL, says what to set when its login is refused: %s',
  (code) => {
    const error = Object.assign(new Error('no'), { code });

    expect(startRefusal(error, 'dev')).toEqual({
      code: 78,
      line: expect.stringContaining(' DATABASE_URL=postgres://user:password@127.0.0.1:5432/postrider_dev'),
    });
    expect(startRefusal(error, 'api')?.line).toMatch(/^PostgreSQL refuses \(no\)\. Look at .*user .*DATABASE_URL/);
  },
);

test('a login without the password that PostgreSQL asks for is reported in one line', async () => {
  for (const name of ['PGPASSWORD', 'PGPASSFILE']) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', '/nowhere'); // no file with passwords either
  onTestFinished(() => void vi.unstubAllEnvs());
  const asking = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    socket.on('data', answerWithScram(socket));
  }).listen(0, '127.0.0.1');
  await once(asking, 'listening');
  onTestFinished(() => void asking.close());
  const { port } = asking.address() as AddressInfo; // a TCP server
  const client = new Client({ host: '127.0.0.1', port, user: 'ada', database: 'postrider' });
  client.on('error', () => {});
  const error = await client.connect().catch((reason: unknown) => reason);

  expect(startRefusal(error, 'api')).toEqual({
    code: 78,
    line: 'PostgreSQL asks for a password. Look at user and password in DATABASE_URL.',
  });
  expect(startRefusal(error, 'dev')?.line).toMatch(
    /^PostgreSQL asks for a password\. Set a login .*DATABASE_URL=postgres:/,
  );
});

/** The first two answers of a PostgreSQL that asks for a password by SCRAM. */
function answerWithScram(socket: Socket): () => void {
  const answers = [
    [10, 'SCRAM-SHA-256\0\0'],
    [11, 'r=any,s=c2FsdA==,i=4096'],
  ] as const;
  let place = 0;
  return () => {
    const [kind, content] = answers[place++] ?? [0, ''];
    const head = Buffer.alloc(9);
    head.write('R');
    head.writeInt32BE(8 + content.length, 1);
    head.writeInt32BE(kind, 5);
    socket.write(Buffer.concat([head, Buffer.from(content)]));
  };
}

test('a login that may not create databases or roles is reported', async () => {
  const admin = new Client({ connectionString: adminUrl() });
  await admin.connect();
  const login = newName();
  await admin.query(`create role ${login} login password 'weak'`);
  const url = (database: string) =>
    databaseUrl((one) => {
      [one.username, one.password, one.pathname] = [login, 'weak', `/${database}`];
    });
  const empty = await createDatabase();
  try {
    const ends = [
      await failedStart('dev', { DATABASE_URL: url(newName()) }),
      await failedStart('migrate', { DATABASE_URL: url(empty) }),
    ];
    for (const { code, stderr } of ends) {
      expect(stderr).toMatch(oneLine);
      expect(stderr).toMatch(/roles/);
      expect(code).toBe(78);
    }
  } finally {
    await dropDatabase(empty);
    await admin.query(`drop role ${login}`);
    await admin.end();
  }
});

test('a database that was never migrated is reported as such', async () => {
  const empty = await createDatabase();
  try {
    const { code, stderr } = await failedStart('api', { DATABASE_URL: urlOf(empty) });

    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(/Run the role migrate first/);
    expect(code).toBe(78);
  } finally {
    await dropDatabase(empty);
  }
});

test('a worker beside a database of before its pause is reported as such', async () => {
  const name = await copyDatabase(inject('templateDatabase'));
  try {
    await runStatements(urlOf(name), 'drop table worker_pause');
    const { code, stderr } = await failedStart('worker', {
      DATABASE_URL: urlOf(name),
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    });

    expect(stderr).toMatch(oneLine);
    expect(stderr).toMatch(/Run the role migrate first/);
    expect(code).toBe(78);
  } finally {
    await dropDatabase(name);
  }
});

test('a port that is taken is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port); // a TCP server
  const name = await copyDatabase(inject('templateDatabase'));
  try {
    const settings = {
      DATABASE_URL: urlOf(name),
      HOST: '127.0.0.1',
      PORT: port,
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    };
    const { code, stderr } = await failedStart('api', settings);

    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain(`The port ${port} is taken or may not be used`);
    expect(code).toBe(78);
  } finally {
    taken.close();
    await dropDatabase(name);
  }
});

test('a setting that is missing or wrong is named', async () => {
  const { code, stderr } = await failedStart('api', { PORT: 'eighty' });
  expect(code).toBe(78);
  expect(stderr).toMatch(/DATABASE_URL/);
  expect(stderr).toMatch(/PORT/);
});
