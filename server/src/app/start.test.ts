import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** How a process ends that cannot start: its code and what it says. */
async function failedStart(role: string, settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const env = { SECRET_KEY: 'a-secret-for-tests-of-at-least-32-characters', ...settings };
  const { code, stderr } = await promisify(execFile)(process.execPath, [main, role], { env, timeout: 20_000 }).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: unknown; stderr: string }) => error,
  );
  return { code, stderr };
}

test.each(['api', 'worker', 'migrate'])('%s says in one line that PostgreSQL does not answer', async (role) => {
  const { code, stderr } = await failedStart(role, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
  expect(code).toBe(69);
  expect(stderr).toMatch(/^PostgreSQL does not answer \(.*ECONNREFUSED.*\)\. Is it running.*\n$/);
});

test('a setting that is missing or wrong is named', async () => {
  const { code, stderr } = await failedStart('api', { PORT: 'eighty' });
  expect(code).toBe(78);
  expect(stderr).toMatch(/DATABASE_URL/);
  expect(stderr).toMatch(/PORT/);
});
