import { fire, tally } from '../shoot.ts';
import type { Range } from './range.ts';
import { shotAt } from './range.ts';

/** Thousands of requests with one key over two processes, and many keys with a crowd at each. */
export async function stampede(range: Range): Promise<void> {
  const { apis, isShort, check, effects } = range;
  const count = isShort ? 2_000 : 10_000;
  const one = range.newProject();
  const shots = Array.from({ length: count }, (_, n) => shotAt(apis[n % 2 === 0 ? 0 : 1], one, 'the only one'));
  const started = Date.now();
  const answers = await fire(shots, 500);
  const counts = tally(answers);
  const seconds = (Date.now() - started) / 1_000;
  check(`${count} requests with one key leave one effect`, (await effects(one)) === 1, { ...counts, seconds });
  check('one of them was answered 200', counts['200'] === 1, counts);
  const rest = (counts['409'] ?? 0) + (counts['429'] ?? 0) + (counts['503'] ?? 0);
  check(
    'all others were answered 409, 429 or, when there was no room within a second, 503',
    rest === count - 1,
    counts,
  );

  const many = range.newProject();
  const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  const crowd = keys.flatMap((key) =>
    Array.from({ length: 40 }, (_, n) => shotAt(apis[n % 2 === 0 ? 0 : 1], many, key)),
  );
  const crowdCounts = tally(await fire(crowd, 400));
  const isEach = (await effects(many)) === crowdCounts['200'];
  check('20 keys with a crowd of 40 at each leave one effect for each that was answered 200', isEach, crowdCounts);
  // Who was turned away for want of room comes again.
  const again = tally(
    await fire(
      keys.map((key) => shotAt(apis[0], many, key)),
      1,
    ),
  );
  check(
    'and after one more try of each there is exactly one effect each',
    (await effects(many)) === keys.length,
    again,
  );
}
