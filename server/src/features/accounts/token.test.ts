import { expect, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { newId } from '#platform/ids';
import { makeToken, readToken } from './token.ts';

const configOf = (settings: Record<string, string> = {}) =>
  loadConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY: 'a secret of more than 32 characters', ...settings });

test('a token names its row to whoever knows the secret, for one purpose', () => {
  const [config, id] = [configOf(), newId()];
  const token = makeToken(config, 'verify', id);

  expect(token).toMatch(/^[\w-]{65}$/);
  expect(readToken(config, 'verify', token)).toBe(id);
  expect(readToken(config, 'reset', token)).toBeNull();
  expect(readToken(configOf({ SECRET_KEY: 'another secret of 32 characters!' }), 'verify', token)).toBeNull();
});

test('a token with any character changed is none', () => {
  const config = configOf();
  const token = makeToken(config, 'reset', newId());

  for (let place = 0; place < token.length; place += 1) {
    const altered = token.slice(0, place) + (token[place] === 'x' ? 'y' : 'x') + token.slice(place + 1);
    // The last character of the id carries bits that are not part of it.
    if (place !== 21) expect(readToken(config, 'reset', altered)).toBeNull();
  }
});

test('in an installation of several the token carries the mark of its cell', () => {
  const config = configOf({ CELL: 'eu1' });
  const id = newId();

  expect(makeToken(config, 'invitation', id)).toMatch(/^eu1\.[\w-]{65}$/);
  expect(readToken(config, 'invitation', makeToken(config, 'invitation', id))).toBe(id);
});
