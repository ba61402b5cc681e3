import assert from 'node:assert/strict';
import type { Client } from '@postrider/server/testing/client';
import { until } from '@postrider/server/testing/until';
import { untilEmail } from '../emails/new-email.ts';
import { answered } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export const links = ['https://acme.example/a', 'https://acme.example/b'] as const;

const mail = {
  from: 'hello@postrider.test',
  subject: 'Hello {{name}}',
  body: `<p>Dear {{name}},</p><p><a href="${links[0]}">a</a> <a href="${links[1]}">b</a></p>`,
  data: { name: 'Ada' },
};

export interface InboxMail {
  readonly id: string;
  readonly to: string;
}

/** A mail in the inbox, through the API and the worker. */
export async function newMail({ key }: { key: Client }, given: object = {}): Promise<InboxMail> {
  const to = newEmail('reader');
  const reply = await key.post('/v1/send', { ...mail, to, ...given });
  answered(reply, 200);
  const [{ contact, email: id }] = reply.body.data.emails;
  const waiting = `/inbox/wait?to=${encodeURIComponent(contact.email)}&timeout=20`;
  assert.ok(await until(async () => (await key.get(waiting)).body.id === id), `${id} did not come`);
  return { id, to: contact.email };
}

/** The same, once it is delivered. */
export async function settledMail(owner: { key: Client }, given: object = {}): Promise<InboxMail> {
  const made = await newMail(owner, given);
  await hasStatus(owner.key, made.id, 'DELIVERED');
  return made;
}

export async function hasStatus(key: Client, id: string, status: string): Promise<void> {
  await untilEmail({ key }, id, (email) => email.status === status);
}

export const requestOne =
  (end = '', body?: Record<string, unknown>) =>
  async (_world: World, owner: Owner) => ({
    path: `/inbox/${(await newMail(owner)).id}${end}`,
    ...(body ? { body } : {}),
  });

/** The id in `/inbox/:emailId…`, for the cases that exchange it. */
export const idInPath = {
  idOf: (path: string) => path.split('/')[2] ?? '',
  code: 'RESOURCE_NOT_FOUND',
  resource: 'email',
  caller: async (world: World) => (await world.own()).key,
  async foreign({ extras, strangersProject }: World) {
    return (await newMail({ key: extras.stranger.api.with({ 'x-project-id': strangersProject }) })).id;
  },
};
