import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '#testing/test-app';
import { runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';

async function ran(args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommand([sendCommand], ['send', ...args], {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  return { code, out, err };
}

test('a mail is accepted by the API; what it refuses is told with the request, and no key is printed', async () => {
  const app = await testApp();
  const project = await app.given.project();
  vi.stubEnv('POSTRIDER_KEY', project.secretKey);
  const folder = await mkdtemp(join(tmpdir(), 'send-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const body = join(folder, 'body.html');
  await writeFile(body, '<p>Hello</p>');
  const good = ['--url', app.url, '--to', 'ada@example.com', '--subject', 'Hello', '--body', body];

  const accepted = await ran([...good, '--from', 'hello@postrider.test']);
  const refused = await ran([...good, '--from', 'hello@elsewhere.example']);
  const wrong = await ran(good);
  const away = await ran([
    ...good.map((one) => (one === app.url ? 'http://127.0.0.1:1' : one)),
    '--from',
    'a@b.example',
  ]);

  const other = createServer((_request, reply) => reply.end('{"success":false}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo; // a TCP server
  const elsewhere = good.map((one) => (one === app.url ? `http://127.0.0.1:${port}` : one));
  const another = await ran([...elsewhere, '--from', 'a@b.example']);
  const noBody = await ran([...good.with(-1, join(folder, 'nothing.html')), '--from', 'a@b.example']);

  expect(another).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not as Postrider does') });
  expect(noBody).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^A file .*ENOENT.*nothing\.html/) });
  expect([accepted.code, accepted.err]).toEqual([0, '']);
  expect(JSON.parse(accepted.out)).toMatchObject({ success: true });
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(/Request: [0-9a-f-]{36}/);
  expect(wrong).toMatchObject({ code: 2, err: 'send needs --from.\n' });
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('does not answer') });
  for (const { out, err } of [accepted, refused, wrong, away]) expect(out + err).not.toContain(project.secretKey);
});
