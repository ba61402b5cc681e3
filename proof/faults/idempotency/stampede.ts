import { sendAll, tally } from '../requests.ts';
import { type IdempotencySetup, requestTo } from './setup.ts';

/** Thousands of requests with one key over two processes, and many keys with forty requests each. */
export async function stampede(setup: IdempotencySetup): Promise<void> {
  const { apis, isShort, check, effects } = setup;
  const count = isShort ? 2_000 : 10_000;
  const one = setup.newProject();
  const requests = Array.from({ length: count }, (_, n) => requestTo(apis[n % 2 === 0 ? 0 : 1], one, 'the only one'));
  const started = Date.now();
  const responses = await sendAll(requests, 500);
  const counts = tally(responses);
  const seconds = (Date.now() - started) / 1_000;
  check(`${count} requests with one key leave one effect`, (await effects(one)) === 1, { ...counts, seconds });
  check('one of them was answered 200', counts['200'] === 1, counts);
  const rest = (counts['409'] ?? 0) + (counts['429'] ?? 0) + (counts['503'] ?? 0);
  check('all others were answered 409, 429 or, without capacity within a second, 503', rest === count - 1, counts);

  const many = setup.newProject();
  const keys = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  const grouped = keys.flatMap((key) =>
    Array.from({ length: 40 }, (_, n) => requestTo(apis[n % 2 === 0 ? 0 : 1], many, key)),
  );
  const groupedCounts = tally(await sendAll(grouped, 400));
  const isEach = (await effects(many)) === groupedCounts['200'];
  check('20 keys with 40 requests each leave one effect for each that was answered 200', isEach, groupedCounts);
  // Requests that were refused for lack of capacity are sent again.
  const again = tally(
    await sendAll(
      keys.map((key) => requestTo(apis[0], many, key)),
      1,
    ),
  );
  check(
    'and after one more try of each there is exactly one effect each',
    (await effects(many)) === keys.length,
    again,
  );
}
