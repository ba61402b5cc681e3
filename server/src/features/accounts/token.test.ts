import { createHmac, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { newId } from '#platform/ids';
import { makeToken, readToken } from './token.ts';

const configOf = (settings: Record<string, string> = {}) =>
  loadConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a secret of more than 32 characters', ...settings });

test('a token names its row to a process that knows the secret, for one purpose', () => {
  const [config, id] = [configOf(), newId()];
  const token = makeToken(config, 'verify', id);

  expect(token).toMatch(/^[A-Za-z0-9]{65}$/);
  expect(readToken(config, 'verify', token)).toBe(id);
  expect(readToken(config, 'reset', token)).toBeNull();
  expect(readToken(configOf({ SECRET_KEY: 'another secret of 32 characters!' }), 'verify', token)).toBeNull();
});

test('a token with any character changed is refused', () => {
  const config = configOf();
  const token = makeToken(config, 'reset', newId());

  for (let index = 0; index < token.length; index += 1) {
    const altered = token.slice(0, index) + (token[index] === 'x' ? 'y' : 'x') + token.slice(index + 1);
    expect(readToken(config, 'reset', altered)).toBeNull();
  }
});

test('in an installation of several the token carries the mark of its cell', () => {
  const config = configOf({ CELL: 'eu1' });
  const id = newId();

  expect(makeToken(config, 'invitation', id)).toMatch(/^eu1\.[A-Za-z0-9]{65}$/);
  expect(readToken(config, 'invitation', makeToken(config, 'invitation', id))).toBe(id);
});

test('a link that was mailed before SECRET_KEY was changed works while the old key is listed', () => {
  const old = 'a secret of more than 32 characters';
  const id = newId();
  const token = makeToken(configOf(), 'reset', id);
  const next = { SECRET_KEY: 'another secret of 32 characters!' };

  expect(readToken(configOf({ ...next, SECRET_KEYS_OLD: old }), 'reset', token)).toBe(id);
  expect(readToken(configOf(next), 'reset', token)).toBeNull();
  expect(makeToken(configOf({ ...next, SECRET_KEYS_OLD: old }), 'reset', id)).toBe(
    makeToken(configOf(next), 'reset', id),
  );
});

test('a link in the encoding of earlier versions works', () => {
  const id = newId();
  const key = Buffer.from(hkdfSync('sha256', 'a secret of more than 32 characters', '', 'postrider:token:reset', 32));
  const signature = createHmac('sha256', key).update(id).digest('base64url');
  const token = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') + signature;

  expect(readToken(configOf(), 'reset', token)).toBe(id);
  expect(readToken(configOf(), 'verify', token)).toBeNull();
});
