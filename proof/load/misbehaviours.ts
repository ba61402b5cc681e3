import { headersOf } from './steady-load.ts';
import type { Tenant } from './tenants.ts';

export interface Misbehaviour {
  readonly name: string;
  /** How many calls at a time. */
  readonly atOnce: number;
  /** After each call, so that the run is bounded and one kind does not displace the others. */
  readonly pauseSeconds: number;
  call(tenant: Tenant, number: number): MisbehavingCall;
}

export interface MisbehavingCall {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}

const megabyte = 1024 * 1024;

const post = (tenant: Tenant, path: string, body: object): MisbehavingCall & { body: string } => ({
  path,
  headers: headersOf(tenant.secretKey, 1),
  body: JSON.stringify(body),
});

const mailOf = (tenant: Tenant, fields: object): object => ({
  to: 'person-1@example.com',
  from: tenant.from,
  subject: 'Hello',
  body: '<p>Hello {{email}}</p>',
  ...fields,
});

const recipients = Array.from({ length: 100 }, (_, index) => `crowd-${index}@example.com`);

/** A large body is built once: a real misbehaving tenant has a machine of its own, and costs this one nothing. */
const once = (make: (tenant: Tenant) => MisbehavingCall & { body: string }): Misbehaviour['call'] => {
  let made: MisbehavingCall | undefined;
  return (tenant) => {
    if (made) return made;
    const call = make(tenant);
    made = { ...call, body: Buffer.from(call.body) };
    return made;
  };
};

const manyValues = `{"x":[${'{},'.repeat(2_000_000)}{}]}`;
const slowPassword = `a${'\u0301\u0323'.repeat(200_000)}`;
const longBody = `<p>{{email}}</p>${'x'.repeat(2 * megabyte)}`;
const file = Buffer.alloc(8 * megabyte, 7).toString('base64');

/** Every way in which one tenant, or a caller with its public key, could use up what all share. */
export const misbehaviours: readonly Misbehaviour[] = [
  {
    name: 'a password that is slow to normalise',
    atOnce: 1,
    pauseSeconds: 1,
    call: once(() => ({
      path: '/auth/login',
      headers: { 'x-forwarded-for': '10.251.1.1' },
      body: JSON.stringify({ email: 'a@example.com', password: slowPassword }),
    })),
  },
  {
    name: 'a sender of blanks',
    atOnce: 1,
    pauseSeconds: 1,
    call: once((tenant) => post(tenant, '/v1/send', mailOf(tenant, { from: ' '.repeat(100_000) }))),
  },
  {
    name: 'two megabytes to a hundred recipients',
    atOnce: 1,
    pauseSeconds: 2,
    call: once((tenant) => post(tenant, '/v1/send', mailOf(tenant, { to: recipients, body: longBody }))),
  },
  {
    name: 'a body of many small values',
    atOnce: 1,
    pauseSeconds: 2,
    call: once((tenant) => ({ ...post(tenant, '/v1/send', {}), body: manyValues })),
  },
  {
    name: 'reads that search everything',
    atOnce: 12,
    pauseSeconds: 0.5,
    call: (tenant, number) => ({
      method: 'GET',
      path: `/emails?search=nothing-${number}`,
      headers: headersOf(tenant.secretKey, 1),
    }),
  },
  {
    name: 'events with the public key from many addresses',
    atOnce: 4,
    pauseSeconds: 0.1,
    call: (tenant, number) => ({
      ...post(tenant, '/v1/track', { email: `visitor-${number}@example.com`, event: 'page.viewed' }),
      headers: headersOf(tenant.publicKey, number),
    }),
  },
  {
    name: 'waits for mail that never comes',
    atOnce: 60,
    pauseSeconds: 0.5,
    call: (tenant) => ({
      method: 'GET',
      path: '/inbox/wait?to=nobody@example.com&timeout=10',
      headers: headersOf(tenant.secretKey, 1),
    }),
  },
  {
    name: 'checks of addresses whose name servers are dead',
    atOnce: 10,
    pauseSeconds: 0.5,
    call: (tenant, number) => post(tenant, '/v1/verify', { email: `a@dead-${number}.example` }),
  },
  {
    name: 'marketing mail through /v1/send',
    atOnce: 1,
    pauseSeconds: 0.5,
    call: (tenant, number) =>
      post(tenant, '/v1/send', mailOf(tenant, { to: recipients, subscribed: true, subject: `News ${number}` })),
  },
  {
    name: 'large attachments',
    atOnce: 1,
    pauseSeconds: 3,
    call: once((tenant) => {
      const attachment = { filename: 'large.bin', contentType: 'application/octet-stream', content: file };
      return post(tenant, '/v1/send', mailOf(tenant, { attachments: [attachment] }));
    }),
  },
];
