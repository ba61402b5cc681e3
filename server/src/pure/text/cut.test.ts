import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oddTexts } from '#testing/odd-texts';
import { cut } from './cut.ts';

const unit = fc.oneof(
  fc.constantFrom('\0', '\ud83d', '\udce8', '\u{1f4e8}', 'x', ' '),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const text = fc.oneof(
  fc.array(unit, { maxLength: 40 }).map((units) => units.join('')),
  fc.constantFrom(...oddTexts(20)),
);

test('a cut text fits, has no half of a surrogate pair and no U+0000, and cutting it again changes nothing', () => {
  fc.assert(
    fc.property(text, fc.nat(30), (given, maxLength) => {
      const kept = cut(given, maxLength);
      expect(kept.length).toBeLessThanOrEqual(maxLength);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toContain('\0');
      expect(cut(kept, maxLength)).toBe(kept);
    }),
    { numRuns: 2_000 },
  );
});

test('a valid text that fits stays as it is, and a longer one loses only its end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (given, maxLength) => {
      const good = given.toWellFormed().replaceAll('\0', '');
      const kept = cut(good, maxLength);
      expect(good.startsWith(kept)).toBe(true);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(good.length, maxLength) - 1);
    }),
  );
});
