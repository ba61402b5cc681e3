import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { platformEvents } from '../../dashboard/src/screens/webhooks/event-patterns.ts';
import { secretVariable, verifySnippets } from '../../dashboard/src/screens/webhooks/verify-snippets.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const nodeSnippets = verifySnippets.filter(({ language }) => language.startsWith('Node'));
const key = randomBytes(24);
const body = JSON.stringify({ id: 'e1', type: 'signup', data: { plan: 'pro' }, contact: { email: 'ann@example.com' } });

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

test.each(nodeSnippets)('$language: takes what is signed and refuses everything else', async ({ code }) => {
  const receiver = await start(code);

  const good = await receiver.post(body, signed(body));
  const replies = [
    await receiver.post(body.replace('pro', 'free'), signed(body)),
    await receiver.post(body, signed(body, randomBytes(24))),
    await receiver.post(body, signed(body, key, Date.now() - 600_000)),
    await receiver.post(body, {}),
  ];

  expect(good).toBe(204);
  expect(replies).toEqual([400, 400, 400, 400]);
  expect(await receiver.line()).toMatch(/signup ann@example\.com$/);
});

test.each(nodeSnippets)('$language: takes a request that the old and the new secret signed', async ({ code }) => {
  const receiver = await start(code);
  const [old, ours] = [signed(body, randomBytes(24)), signed(body)];

  const both = { ...ours, 'webhook-signature': `${old['webhook-signature']} ${ours['webhook-signature']}` };

  expect(await receiver.post(body, both)).toBe(204);
});

test('the guide shows the same receivers', async () => {
  const guide = await readFile(file('docs/guides/webhooks.md'), 'utf8');
  const shown = [...guide.matchAll(/^```js run by: .+\n([\s\S]*?)\n```$/gm)].map(([, code]) => code);

  expect(shown).toEqual(nodeSnippets.map(({ code }) => code));
});

test('every event that the service records is offered under its own name', async () => {
  const page = await readFile(file('docs/reference/events.md'), 'utf8');
  const recorded = [...page.matchAll(/^\| `((?:email|contact)\.[a-z]+)` \|/gm)].map(([, name]) => name);

  expect(recorded.length).toBeGreaterThan(5);
  expect(platformEvents.map(([name]) => name)).toEqual(recorded);
});

interface Receiver {
  post(body: string, headers: Record<string, string>): Promise<number>;
  /** The next line that it prints. */
  line(): Promise<string>;
}

/** Runs a snippet as a program of its own, on a free port and with the SDK of this repository. */
async function start(code: string): Promise<Receiver> {
  const program = code
    .replace(`'@postrider/sdk'`, JSON.stringify(file('sdk/src/index.ts')))
    .replace('.listen(8080)', '.listen(0, function () { console.log(this.address().port) })');
  const env = { ...process.env, [secretVariable]: `whsec_${key.toString('base64')}` };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const lines = createInterface(child.stdout);
  const printed: string[] = [];
  lines.on('line', (line) => printed.push(line));
  const line = async (): Promise<string> => {
    if (printed.length === 0) await once(lines, 'line');
    return printed.shift() ?? '';
  };
  const port = await line();
  return {
    line,
    async post(sent, headers) {
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sent, headers })).status;
    },
  };
}

/** The headers of the Standard Webhooks format. */
function signed(sent: string, secret = key, at = Date.now()) {
  const time = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`e1.${time}.${sent}`).digest('base64');
  return { 'webhook-id': 'e1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}
