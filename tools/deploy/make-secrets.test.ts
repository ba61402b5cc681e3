import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';

const files = [
  'postgres/POSTGRES_PASSWORD',
  'postgres/POSTRIDER_PASSWORD',
  'migrate/DATABASE_URL',
  'app/DATABASE_URL',
  'app/SECRET_KEY',
];

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function make(folder: string, env: Record<string, string> = {}): Record<string, string> {
  execFileSync(process.execPath, [join(repositoryRoot, 'deploy/make-secrets.mjs'), folder], { env });
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

test('the first start makes secrets, and later ones keep them whatever is given', () => {
  const folder = givenFolder();
  const made = make(folder);

  expect(made['app/SECRET_KEY']).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(made)).size).toBe(files.length);
  expect(made['app/DATABASE_URL']).toBe(
    `postgres://postrider:${made['postgres/POSTRIDER_PASSWORD']}@postgres:5432/postrider`,
  );
  expect(statSync(join(folder, 'app/SECRET_KEY')).mode & 0o777).toBe(0o444);
  expect(make(folder, { SECRET_KEY: 'another', POSTGRES_PASSWORD: 'another' })).toEqual(made);
});

test('two installations have nothing in common, and one that has its secrets keeps them', () => {
  const old = { SECRET_KEY: 'the key of an earlier installation', POSTRIDER_PASSWORD: 'with/odd@signs' };
  const made = make(givenFolder(), old);

  expect(made['app/SECRET_KEY']).toBe(old.SECRET_KEY);
  expect(new URL(made['app/DATABASE_URL'] ?? '').password).toBe(encodeURIComponent(old.POSTRIDER_PASSWORD));
  expect(make(givenFolder())['app/SECRET_KEY']).not.toBe(make(givenFolder())['app/SECRET_KEY']);
});
