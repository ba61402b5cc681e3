import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { instanceContext } from '#platform/context';
import { browserAt, copyDatabase, dropDatabase, testApp, urlOf } from '#testing';
import { baseEnvironment, main, type ServerProcess, startServer } from '#testing/server-process';
import { until } from '#testing/until';
import { firstStartLines } from './owner-link.ts';

vi.setConfig({ testTimeout: 180_000 }); // starts several processes, one after the other

const settings = {
  ENVIRONMENT: 'test',
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '1',
  SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters',
  DASHBOARD_FOLDER: 'none',
};

async function givenDatabase(): Promise<string> {
  const name = await copyDatabase(inject('templateDatabase'));
  onTestFinished(() => dropDatabase(name));
  return urlOf(name);
}

async function started(databaseUrl: string, SIGNUPS: string): Promise<ServerProcess> {
  const server = await startServer('api', { ...settings, DATABASE_URL: databaseUrl, SIGNUPS });
  onTestFinished(() => server.stop());
  return server;
}

const linkIn = (text: string): string => /http\S+token=\S+/.exec(text)?.[0] ?? '';
const tokenIn = (text: string): string => linkIn(text).split('token=')[1] ?? '';

/** What the role prints, and how it ends. */
async function askForLink(databaseUrl: string, SIGNUPS = 'owner') {
  const env = { ...baseEnvironment(), ...settings, DATABASE_URL: databaseUrl, SIGNUPS };
  return promisify(execFile)(process.execPath, [main, 'owner-link'], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );
}

test('the log of a first start ends with address, owner link and test mode; after the sign-up it does not', async () => {
  const databaseUrl = await givenDatabase();
  const first = await started(databaseUrl, 'owner');
  expect(await until(() => first.output().includes('Test mode'))).toBe(true);

  const lines = first.output().trimEnd().split('\n').slice(-3);
  const signedUp = await browserAt(first.url).post('/auth/signup', {
    email: 'ada@example.com',
    password: 'a long enough password',
    token: tokenIn(first.output()),
    projectName: 'My project',
    timezone: 'Europe/Berlin',
  });
  const later = await started(databaseUrl, 'owner');
  const refused = await askForLink(databaseUrl);

  expect(lines).toEqual([
    `Address: ${first.url}`,
    expect.stringMatching(`^Make this instance yours, once: ${first.url}/app/start\\?token=`),
    'Test mode: no mail leaves this machine',
  ]);
  expect(signedUp.status).toBe(201);
  expect(signedUp.body).toMatchObject({
    isInstanceAdmin: true,
    project: { name: 'My project', timezone: 'Europe/Berlin', mode: 'test', secret: expect.stringMatching(/^sk_/) },
  });
  expect(later.output()).not.toContain('token=');
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has its owner') });
});

test('owner-link prints another link and ends the one before', async () => {
  const databaseUrl = await givenDatabase();
  const server = await started(databaseUrl, 'owner');
  expect(await until(() => server.output().includes('Test mode'))).toBe(true);
  const signUp = (token: string) =>
    browserAt(server.url).post('/auth/signup', { email: 'ada@example.com', password: 'a long enough password', token });

  const printed = await askForLink(databaseUrl);

  expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^http:\S+\/app\/start\?token=\S+\n$/) });
  expect((await signUp(tokenIn(server.output()))).body.error.code).toBe('INVALID_TOKEN');
  expect((await signUp(tokenIn(printed.stdout))).status).toBe(201);
});

test('an instance whose sign-up is closed prints no link and makes none', async () => {
  const databaseUrl = await givenDatabase();

  const asked = await askForLink(databaseUrl, 'closed');

  expect(asked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('SIGNUPS is closed') });
  expect((await started(databaseUrl, 'closed')).output()).not.toContain('token=');
});

test('what a start prints while nobody has signed up has a link, unless sign-up is closed', async () => {
  const [open, closed] = [await testApp({ SIGNUPS: 'owner' }), await testApp({ SIGNUPS: 'closed' })];

  expect(linkIn((await firstStartLines(instanceContext(open.app.services))).join('\n'))).not.toBe('');
  expect(await firstStartLines(instanceContext(closed.app.services))).toEqual([]);
});
