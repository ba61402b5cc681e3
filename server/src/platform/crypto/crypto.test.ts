import { expect, test } from 'vitest';
import { deriveKey, hashPassword, isPassword, open, seal } from './index.ts';

test('a password is recognised by its hash and no other is', async () => {
  const stored = await hashPassword('correct horse battery');

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'correct horse battery')).toBe(true);
  expect(await isPassword(stored, 'correct horse batterz')).toBe(false);
  expect(await isPassword(null, 'anything')).toBe(false);
});

test('a sealed secret opens only with its key and its context', () => {
  const key = deriveKey('instance secret of some length', 'dkim');
  const sealed = seal(key, 'private', 'row-1');

  expect(open(key, sealed, 'row-1')).toBe('private');
  expect(() => open(key, sealed, 'row-2')).toThrow();
  expect(() => open(deriveKey('another secret', 'dkim'), sealed, 'row-1')).toThrow();
  expect(sealed).not.toContain('private');
});
