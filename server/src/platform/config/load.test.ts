import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './load.ts';

const required = { DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a secret of more than 32 characters' };

test('the address of an instance has its port unless another is given', () => {
  expect(loadConfig(required).BASE_URL).toBe('http://localhost:8080');
  expect(loadConfig({ ...required, PORT: '3000' }).BASE_URL).toBe('http://localhost:3000');
  expect(loadConfig({ ...required, PORT: '3000', BASE_URL: '' }).BASE_URL).toBe('http://localhost:3000');
  expect(loadConfig({ ...required, PORT: '3000', BASE_URL: 'https://mail.example/' }).BASE_URL).toBe(
    'https://mail.example',
  );
  expect(() => loadConfig({ ...required, PORT: 'eighty' })).toThrow(/^[^\n]+\n {2}- PORT: [^\n]+$/);
});

test('what the environment gives goes before a default of the caller, and an empty value gives nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'address');
  await writeFile(file, 'http://of.file\n');
  const urlWith = (environment: Record<string, string>): string =>
    loadConfig({ ...required, ...environment }, { BASE_URL: 'http://of.caller' }).BASE_URL;

  expect(urlWith({ BASE_URL: 'http://given' })).toBe('http://given');
  expect(urlWith({ BASE_URL_FILE: file })).toBe('http://of.file');
  expect(urlWith({ BASE_URL: '' })).toBe('http://of.caller');
  expect(urlWith({})).toBe('http://of.caller');
});
