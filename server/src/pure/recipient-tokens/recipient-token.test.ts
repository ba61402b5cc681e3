import { createHash, randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinkPurpose, type RecipientToken, readRecipientToken, signRecipientToken, tokenKeys } from './index.ts';

const keyOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const keys = tokenKeys(keyOf('one'));
const purposes: readonly LinkPurpose[] = ['unsubscribe', 'subscribe', 'manage', 'view', 'open', 'click'];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const id = fc.option(fc.uuid());
const tokens: fc.Arbitrary<RecipientToken> = fc.record({
  purpose: fc.constantFrom(...purposes),
  cell: fc.stringMatching(/^[a-z0-9]{0,8}$/),
  handle: fc.stringMatching(/^[a-z2-7]{8}$/),
  contactId: id,
  emailId: id,
  linkId: id,
});

test('reading a token returns what was signed, in characters that are safe in a path (D-650)', () => {
  fc.assert(
    fc.property(tokens, (token) => {
      const text = signRecipientToken(token, keys);

      expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(readRecipientToken(text, token.purpose, keys)).toEqual(token);
      expect(/^1([a-z0-9]{0,8})-([a-z2-7]{8})/.exec(text)?.slice(1)).toEqual([token.cell, token.handle]);
    }),
  );
});

test('a token of one purpose is refused for every other (D-650)', () => {
  fc.assert(
    fc.property(tokens, fc.constantFrom(...purposes), (token, other) => {
      fc.pre(other !== token.purpose);
      expect(readRecipientToken(signRecipientToken(token, keys), other, keys)).toBeNull();
    }),
  );
});

test('every change of a token is refused: a character changed, removed, added, or two swapped (T21)', () => {
  const letter = fc.constantFrom(...alphabet.split(''));
  fc.assert(
    fc.property(tokens, fc.nat(), letter, fc.constantFrom('change', 'drop', 'add', 'swap'), (token, n, to, how) => {
      const text = signRecipientToken(token, keys);
      const index = n % text.length;
      const [head, at, tail] = [text.slice(0, index), text.charAt(index), text.slice(index + 1)];
      const changed = {
        change: `${head}${to}${tail}`,
        drop: `${head}${tail}`,
        add: `${head}${to}${at}${tail}`,
        swap: `${head}${tail.charAt(0)}${at}${tail.slice(1)}`,
      }[how];
      fc.pre(changed !== text);
      for (const purpose of purposes) expect(readRecipientToken(changed, purpose, keys)).toBeNull();
    }),
    { numRuns: 2_000 },
  );
});

test('no position of a token accepts another character (T21)', () => {
  const text = signRecipientToken(unsubscribe(), keys);

  expect(text.length).toBe(77);
  for (let index = 0; index < text.length; index += 1)
    for (const to of alphabet) {
      const changed = text.slice(0, index) + to + text.slice(index + 1);
      if (changed !== text) expect(readRecipientToken(changed, 'unsubscribe', keys)).toBeNull();
    }
});

test('a token stays good when the signing secret is rotated, and only while the old one is listed (D-650)', () => {
  const token = unsubscribe();
  const text = signRecipientToken(token, keys);
  const rotated = tokenKeys(keyOf('two'), [keyOf('zero'), keyOf('one')]);

  expect(readRecipientToken(text, 'unsubscribe', rotated)).toEqual(token);
  expect(readRecipientToken(text, 'unsubscribe', tokenKeys(keyOf('two')))).toBeNull();
  expect(readRecipientToken(signRecipientToken(token, rotated), 'unsubscribe', keys)).toBeNull();
});

test('keys that share their number are tried one after the other', () => {
  const [first] = tokenKeys(keyOf('one'));
  const twin = Array.from({ length: 10_000 }, (_, n) => tokenKeys(keyOf(`twin ${n}`))[0]).find(
    ({ number }) => number === first.number,
  );
  if (!twin) throw new Error('no twin among ten thousand keys');
  const token = unsubscribe();

  expect(readRecipientToken(signRecipientToken(token, [first]), 'unsubscribe', [twin, first])).toEqual(token);
  expect(readRecipientToken(signRecipientToken(token, [first]), 'unsubscribe', [twin])).toBeNull();
});

test('a text that is no token is refused', () => {
  for (const text of ['', '1', '1-', '1-abcdefgh', `1-abcdefgh${'A'.repeat(24)}`, randomUUIDv7(), 'x'.repeat(2_000)])
    expect(readRecipientToken(text, 'view', keys)).toBeNull();
});

const unsubscribe = (): RecipientToken => ({
  purpose: 'unsubscribe',
  cell: '',
  handle: 'abcdefgh',
  contactId: randomUUIDv7(),
  emailId: randomUUIDv7(),
  linkId: null,
});
