import assert from 'node:assert/strict';
import type { Reply } from '@postrider/server/testing/client';
import { newTemplate } from '../templates/new-template.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';

export const asPage = { accept: 'text/html,*/*;q=0.8' } as const;
export const asJson = { accept: 'application/json' } as const;
export const html = { contentType: 'text/html; charset=utf-8' } as const;
export const form = { 'content-type': 'application/x-www-form-urlencoded' } as const;

/** A contact with a mail that holds the three links. */
export interface Reader {
  readonly email: string;
  readonly contactId: string;
  readonly emailId: string;
  readonly paths: { readonly u: string; readonly s: string; readonly m: string };
  isSubscribed(): Promise<boolean>;
  /** Events about the subscription, newest first. */
  changes(): Promise<{ name: string; data: object }[]>;
}

const templates = new WeakMap<Owner, Promise<{ id: string }>>();

export async function newReader(owner: Owner, { subscribed = true } = {}): Promise<Reader> {
  const body = '<a href="{{unsubscribeUrl}}">u</a> <a href="{{subscribeUrl}}">s</a> <a href="{{manageUrl}}">m</a>';
  const given = { type: 'TRANSACTIONAL', from: 'hello@postrider.test', subject: 'Hello', body };
  const template = templates.get(owner) ?? newTemplate(owner, given);
  templates.set(owner, template);
  const email = newEmail('page');
  const sent = await owner.key.post('/v1/send', { to: email, subscribed, template: (await template).id });
  const [{ contact, email: emailId }] = sent.body.data.emails;
  const mail = await owner.key.get(`/emails/${emailId}`);
  const [u = '', s = '', m = ''] = [...String(mail.body.body).matchAll(/href="([^"]+)"/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
  const { key } = owner;
  return {
    email,
    contactId: contact.id,
    emailId,
    paths: { u, s, m },
    isSubscribed: async () => (await key.get(`/contacts/${contact.id}`)).body.subscribed,
    changes: async () =>
      (await key.get(`/events?contactId=${contact.id}&limit=100`)).body.data.filter(isAboutSubscription),
  };
}

const isAboutSubscription = ({ name }: { name: string }): boolean => name.startsWith('contact.');

export const requestOf = (purpose: 'u' | 's' | 'm', raw?: string) => async (_world: World, owner: Owner) => {
  const path = (await newReader(owner)).paths[purpose];
  return raw === undefined ? { path, headers: asPage } : { path, raw, headers: { ...asPage, ...form } };
};

/** The headers of every page of ours (section 8). */
export function hasPageHeaders({ headers }: Reply): void {
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['set-cookie'], undefined);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
}
