import { randomBytes } from 'node:crypto';
import type { TestReply } from './client.ts';
import { clientOf } from './client.ts';

/** A person's browser at an address of its own: it keeps cookies and says where a request comes from. */
export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<TestReply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestReply>;
}

/** The instance must trust one proxy (`TRUSTED_PROXIES: '1'`), so that each browser has an address. */
export function browserAt(url: string, cookies: ReadonlyMap<string, string> = new Map()): Browser {
  const jar = new Map(cookies);
  const client = clientOf(url, {
    'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}`,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'Test browser',
  });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await client.request(method, path, body, { ...(cookie ? { cookie } : {}), ...headers });
    for (const line of reply.headers.getSetCookie()) keep(jar, line);
    return reply;
  };
  return {
    cookies: jar,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  };
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '' || /; Max-Age=0\b/.test(line)) jar.delete(name);
  else jar.set(name, value);
}
