import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, type GivenProject, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let project: GivenProject;
let owner: Client;
let team: string;
let people = 0;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.given.project();
  owner = project.owner.client;
  team = `/projects/${project.id}/members`;
});

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const newEmail = (): string => {
  people += 1;
  return `guest-${people}@example.com`;
};

test('an address gets ten invitations a day at most, over all inviters and projects', async () => {
  const email = newEmail();
  await owner.post(team, { email });
  await query(`update rate_limits set used = 10 where key like 'invitations-to:%'`);
  const other = await app.given.project();

  const again = await other.owner.client.post(`/projects/${other.id}/members`, { email });

  expect(again).toMatchObject({ status: 429, body: { error: { details: { limit: 10, scope: 'address' } } } });
  await query(`delete from rate_limits where key like 'invitations-to:%'`);
});

test('a person sends a hundred invitations a day over all projects', async () => {
  await owner.post(team, { email: newEmail() });
  await query(`update rate_limits set used = 100 where key like 'invitations-by:%'`);

  const refused = await owner.post(team, { email: newEmail() });

  expect(refused).toMatchObject({ status: 429, body: { error: { details: { limit: 100, scope: 'user' } } } });
  await query(`delete from rate_limits where key like 'invitations-by:%'`);
});

test('a name in a mail to a stranger is short, and no link', async () => {
  await owner.patch('/users/@me', { name: `Win at https://evil.example/prize now ${'and '.repeat(12)}then` });
  await owner.patch(`/users/@me/projects/${project.id}`, { name: `www.evil.example ${'long '.repeat(12)}end` });
  const email = newEmail();
  await owner.post(team, { email });

  await app.settle();

  const mail = app.mails.find(({ to }) => to === email);
  expect(mail?.subject).toMatch(/^Win at https evil example prize now and .* invites you to www evil example long/);
  expect(mail?.text).not.toMatch(/evil\.example/);
  expect(mail?.subject.length).toBeLessThan(140); // two names of 60 characters; as they were given it would be 180
});

test('names of people cannot break the lines of a mail', async () => {
  await owner.patch('/users/@me', { name: 'Ann\r\nBcc: all@example.com' });
  await owner.patch(`/users/@me/projects/${project.id}`, { name: 'A\u2028B' });
  const email = newEmail();
  await owner.post(team, { email });

  await app.settle();

  expect(app.mails.find(({ to }) => to === email)?.subject).toBe('Ann Bcc all example com invites you to A B');
});
