import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  base62,
  fromBase62,
  hashPassword,
  isPassword,
  keyId,
  keyRing,
  open,
  randomLetters,
  SealUnreadable,
  seal,
} from './index.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `the ${name} secret of more than 32 letters`,
) as [string, string, string]; // as many as were given
const ringOf = (SECRET_KEY: string, ...SECRET_KEYS_OLD: string[]) => keyRing({ SECRET_KEY, SECRET_KEYS_OLD }, 'dkim');

test('a password is recognised by its hash and no other is', async () => {
  const stored = await hashPassword('correct horse battery');

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'correct horse battery')).toBe(true);
  expect(await isPassword(stored, 'correct horse batterz')).toBe(false);
  expect(await isPassword(null, 'anything')).toBe(false);
});

test('a sealed secret opens only with its key, its purpose and its context', () => {
  const sealed = seal(ringOf(first), 'private', 'row-1');

  expect(open(ringOf(first), sealed, 'row-1')).toBe('private');
  expect(() => open(ringOf(first), sealed, 'row-2')).toThrow(SealUnreadable);
  expect(() => open(ringOf(second), sealed, 'row-1')).toThrow(SealUnreadable);
  expect(() => open(keyRing({ SECRET_KEY: first, SECRET_KEYS_OLD: [] }, 'other'), sealed, 'row-1')).toThrow(
    SealUnreadable,
  );
  expect(sealed).not.toContain('private');
});

test('a sealed value names its key, which opens it from any position in the list (T34)', () => {
  const sealed = seal(ringOf(first), 'private', 'row-1');

  expect(sealed.split('.')[0]).toBe(`v2-${keyId(first)}`);
  expect(open(ringOf(second, third, first), sealed, 'row-1')).toBe('private');
  expect(open(ringOf(second, first, third), sealed, 'row-1')).toBe('private');
  expect(() => open(ringOf(second, third), sealed, 'row-1')).toThrow(/its key \(v2-[0-9a-f]{12}\) is not listed/);
});

test('values that were sealed before they named their key open with any key of the list', () => {
  // Sealed by the first form: version, nonce, tag and text.
  const [, ...parts] = seal(ringOf(first), 'private', 'row-1').split('.');
  const sealed = ['v1', ...parts].join('.');

  expect(open(ringOf(first), sealed, 'row-1')).toBe('private');
  expect(open(ringOf(second, third, first), sealed, 'row-1')).toBe('private');
  expect(() => open(ringOf(second), sealed, 'row-1')).toThrow(SealUnreadable);
});

test('a value damaged at any position does not open, and never gives another text', () => {
  const sealed = seal(ringOf(first), 'private', 'row-1');

  for (let index = 0; index < sealed.length; index += 1) {
    const altered = sealed.slice(0, index) + (sealed[index] === 'x' ? 'y' : 'x') + sealed.slice(index + 1);
    let opened: string | null = null;
    try {
      opened = open(ringOf(first, second), altered, 'row-1');
    } catch (error) {
      expect(error).toBeInstanceOf(SealUnreadable);
    }
    // The last letter of a part contains unused bits.
    if (opened !== null) expect(opened).toBe('private');
  }
  for (const nothing of ['', '.', 'v1', 'v2-x...', 'v1.a.b.c', '....']) {
    expect(() => open(ringOf(first), nothing, 'row-1')).toThrow(SealUnreadable);
  }
});

test('bytes are the same after encoding and decoding, and the text has a fixed length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (array) => {
      const bytes = Buffer.from(array);
      const text = base62(bytes);
      expect(text).toMatch(/^[0-9A-Za-z]+$/);
      expect(text.length).toBe(base62(randomBytes(bytes.length)).length);
      expect(fromBase62(text, bytes.length)).toEqual(bytes);
    }),
  );
  expect(base62(Buffer.alloc(32, 0xff))).toHaveLength(43);
  expect(randomLetters()).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(fromBase62('z'.repeat(22), 16)).toBeNull();
  expect(fromBase62('-'.repeat(22), 16)).toBeNull();
});
