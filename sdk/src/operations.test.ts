import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Postrider, PostriderSession, PostriderTracker } from './index.ts';

interface ContractOperation {
  readonly 'x-auth': string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
const contract: { paths: Record<string, Record<string, ContractOperation>> } = JSON.parse(
  await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { 'x-auth': access, responses }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    access,
    responses,
  })),
);
/** An operation by the address that a test sends: every name in it is an x. */
const byAddress = new Map(operations.map((operation) => [operation.name.replace(/\{\w+\}/g, 'x'), operation]));

/** What no program calls, with the reason. */
const notCalled: Record<string, string> = {
  'GET /auth/logout': 'a read that writes; auth.logout sends the POST',
  'GET /domains/{id}/verify': 'a read that writes; domains.verify sends the POST',
  'DELETE /segments/{id}/members': 'proxies drop the body of a DELETE; segments.removeMembers sends the POST',
  'GET /events/contact/usage': 'the address of events.usage for an event called contact',
  'GET /projects/{id}/security': 'the same as projects.security',
  'GET /auth/oauth/{provider}': 'a browser goes there',
  'GET /auth/oauth/{provider}/callback': 'a browser comes back there',
  'GET /t/c/{token}': 'a link in a mail',
  'GET /t/o/{token}': 'an image in a mail',
  'GET /u/{token}': 'a page of a recipient',
  'POST /u/{token}': 'a page of a recipient',
  'GET /s/{token}': 'a page of a recipient',
  'POST /s/{token}': 'a page of a recipient',
  'GET /m/{token}': 'a page of a recipient',
  'POST /m/{token}': 'a page of a recipient',
  'GET /v/{token}': 'a page of a recipient',
  'GET /reference': 'a page for people',
  'GET /reference/{group}': 'a page for people',
  'GET /docs': 'a page for people',
  'GET /docs/{page}': 'a page for people',
  'GET /docs/{section}/{page}': 'a page for people',
  'GET /llms.txt': 'a text for readers',
  'GET /llms-full.txt': 'a text for readers',
  'POST /mcp': 'an agent calls it',
  'GET /preview/{token}': 'a page for a frame',
  'POST /webhooks/incoming/stripe': 'a provider calls it',
  'POST /webhooks/ses': 'a provider calls it',
};

const recorded: string[] = [];
const options = {
  baseUrl: 'http://localhost',
  fetch: async (url: string, { method }: RequestInit) => {
    const { pathname } = new URL(url);
    const address = `${method} ${pathname}`;
    recorded.push(address);
    return replyOf(address);
  },
};

/** An empty reply, with the status and the type that the contract has for the operation. */
function replyOf(address: string): Response {
  const [status = '200', { content = {} } = {}] = Object.entries(byAddress.get(address)?.responses ?? {})[0] ?? [];
  if (status === '204') return new Response(null, { status: 204 });
  const types = Object.keys(content);
  const type = types.includes('application/json') ? 'application/json' : (types[0] ?? '');
  const body = type === 'text/event-stream' ? 'data: {}\n\n' : '{}';
  return new Response(body, { status: Number(status), headers: { 'content-type': type } });
}

/** An argument for everything: a file, a name in a path, and an object without the fields that are asked for. */
const anything = Object.assign(new Blob(['x']), { toString: () => 'x' });

/** The operations that the methods of a client send, one for each method. */
async function operationsOf(client: object): Promise<string[]> {
  recorded.length = 0;
  for (const owner of [client, ...Object.values(client)]) {
    for (const name of methodsOf(owner)) {
      const result = Reflect.apply(owner[name], owner, [anything, anything, anything, anything]);
      if (isGenerator(result)) await result.next().then(() => result.return(undefined));
      else await result;
    }
  }
  return recorded.map((line) => byAddress.get(line)?.name ?? `${line} is not in the contract`).sort();
}

/** Its own functions, and those of its classes. */
function methodsOf(owner: object): string[] {
  const own = Object.entries(owner).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  const above = Object.getPrototypeOf(owner);
  if (above === Object.prototype) return own;
  const names = (from: object): string[] =>
    from === Object.prototype ? [] : [...Object.getOwnPropertyNames(from), ...names(Object.getPrototypeOf(from))];
  return [...own, ...names(above).filter((name) => !['constructor', 'inProject'].includes(name))];
}

const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && 'return' in value;

const namesOf = (has: (access: string) => boolean): string[] =>
  operations.flatMap(({ name, access }) => (has(access) && !(name in notCalled) ? [name] : [])).sort();

test('every operation of the contract is sent by exactly one method', async () => {
  const sent = [
    ...(await operationsOf(new PostriderSession(options))),
    ...(await operationsOf(new PostriderTracker('pk_x', options))),
  ];

  expect(sent.sort()).toEqual(namesOf(() => true));
  expect(Object.keys(notCalled).filter((name) => !operations.some((operation) => operation.name === name))).toEqual([]);
});

test('a secret key has all that it may call, and what needs no credential at all of the instance', async () => {
  const sent = await operationsOf(new Postrider('sk_x', options));

  const open = ['GET /', 'GET /config', 'GET /openapi.json', 'GET /files/{key}'];
  expect(sent).toEqual([...namesOf((access) => access === 'secret'), ...open].sort());
});

test('a key of the wrong kind is refused before anything is sent', () => {
  expect(() => new Postrider('pk_x', options)).toThrow('PostriderTracker');
  expect(() => new Postrider(undefined, options)).toThrow('The key is missing');
  expect(() => new PostriderTracker('sk_x', options)).toThrow('Never ship sk_');
  expect(() => new Postrider('sk_x', { baseUrl: undefined })).toThrow('baseUrl is missing');
});

test('a secret key in a browser is warned of', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('document', {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    warn.mockRestore();
  });

  new Postrider('sk_x', options);

  expect(warn.mock.calls.flat().join()).toContain('every visitor can read it');
});
