import type { Check } from '../fault-run.ts';
import type { SentRequest } from './senders.ts';
import type { FaultSetup } from './setup.ts';

/** Compares the replies that clients got with what is stored: the subject of each mail is the key of its request. */
export async function judgeRequests(
  { client }: FaultSetup,
  requests: readonly SentRequest[],
  check: Check,
): Promise<void> {
  const { rows } = await client.query<{ key: string; ids: string[] }>(
    'select subject as key, array_agg(id::text) as ids from emails group by subject',
  );
  const byKey = new Map(rows.map(({ key, ids }) => [key, ids]));
  const wrong = requests.filter((one) => one.wrong !== null);
  const doubled = requests.filter(({ key }) => (byKey.get(key)?.length ?? 0) > 1);
  const untrue = requests.filter(({ key, ids }) => ids && String(byKey.get(key)) !== String(ids));
  const again = requests.filter(({ tries }) => tries > 1).length;
  check('every request came to a known end (I4)', requests.every(({ ids }) => ids !== null) && wrong.length === 0, {
    requests: requests.length,
    askedAgain: again,
    ...(wrong[0] ? { wrong: wrong[0].wrong } : {}),
  });
  check('no key had its effect twice (I4)', doubled.length === 0, { keys: byKey.size });
  check('what a reply promised is stored (I1, I4)', untrue.length === 0);
}
