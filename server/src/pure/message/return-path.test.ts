import { createHash, randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseReturnPath, signReturnPath } from './return-path.ts';

const key = createHash('sha256').update('one').digest();
const otherKey = createHash('sha256').update('other').digest();

const paths = fc.record({
  cell: fc.stringMatching(/^[a-z0-9]{0,8}$/),
  handle: fc.stringMatching(/^[a-z2-7]{8}$/),
  emailId: fc.uuid({ version: 7 }),
});

test('a return path names its project and email, fits 64 characters and survives upper case (M10)', () => {
  fc.assert(
    fc.property(paths, (path) => {
      const text = signReturnPath(path, key);

      expect(text.length).toBeLessThanOrEqual(64);
      expect(text).toMatch(/^bounce\+[a-z0-9-]+$/);
      expect(parseReturnPath(text, [key])).toEqual(path);
      expect(parseReturnPath(text.toUpperCase(), [otherKey, key])).toEqual(path);
    }),
  );
});

test('a forged, foreign or changed return path is refused (M10)', () => {
  const text = signReturnPath({ cell: '', handle: 'abcdefgh', emailId: randomUUIDv7() }, key);

  expect(parseReturnPath(text, [otherKey])).toBeNull();
  for (let index = 0; index < text.length; index += 1) {
    const changed = text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1);
    expect(parseReturnPath(changed, [key, otherKey])).toBeNull();
  }
  for (const other of ['', 'bounce+', 'bounce+1-', `${text}a`, 'someone'])
    expect(parseReturnPath(other, [key])).toBeNull();
});
