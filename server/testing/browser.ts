import { randomBytes } from 'node:crypto';
import { type Client, clientOf, type Send, sendRequest } from './client.ts';
import { unlessBusy } from './unless-busy.ts';

/** A person's browser at an address of its own: it keeps cookies and sends the headers of a browser. */
export interface Browser extends Client {
  readonly cookies: Map<string, string>;
}

/** The instance must trust one proxy (`TRUSTED_PROXIES: '1'`), so that each browser has an address. */
export function browserAt(url: string, cookies: ReadonlyMap<string, string> = new Map()): Browser {
  const jar = new Map(cookies);
  const send: Send = async (call) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie ? { cookie } : {}), ...call.headers };
    const reply = await unlessBusy(() => sendRequest(url, { ...call, headers }));
    for (const line of reply.headers['set-cookie'] ?? []) keep(jar, line);
    return reply;
  };
  const client = clientOf(send, {
    'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'Test browser',
  });
  return { ...client, cookies: jar };
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '' || /; Max-Age=0\b/.test(line)) jar.delete(name);
  else jar.set(name, value);
}
