import { expect, test } from 'vitest';
import { findBursts } from './find-bursts.ts';

/** `a@0` is a click on link a at that millisecond. */
const clicks = (text: string) =>
  text.split(' ').map((id) => {
    const [linkId = '', at] = id.split('@');
    return { id, linkId, at: new Date(Number(at)) };
  });

test.each([
  ['three links in a second', 'a@0 b@400 c@999', 'a@0 b@400 c@999'],
  ['three links in more than a second', 'a@0 b@400 c@1000', ''],
  ['one link three times', 'a@0 a@10 a@20', ''],
  ['two links three times', 'a@0 b@10 a@20', ''],
  ['a repeat inside the second', 'a@0 b@10 a@20 c@30', 'a@0 a@20 b@10 c@30'],
  ['a person before and after', 'a@0 a@5000 b@5100 c@5200 a@9000', 'a@5000 b@5100 c@5200'],
  ['a second that slides', 'a@0 b@900 c@1800 d@1850', 'b@900 c@1800 d@1850'],
  ['in any order', 'c@999 a@0 b@400', 'a@0 b@400 c@999'],
])('%s (D-663)', (_name, given, expected) => {
  expect([...findBursts(clicks(given))].toSorted().join(' ')).toBe(expected);
});
