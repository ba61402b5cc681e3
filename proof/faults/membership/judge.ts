import type { Client } from 'pg';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { Crowd } from './crowd.ts';

interface Told {
  line: string;
  at: number;
}

const toldSince = async (client: Client, projectId: string, since: Date): Promise<Told[]> => {
  const { rows } = await client.query<Told>(
    `select c.email || ' ' || e.name as line, extract(epoch from e.created_at)::float8 * 1000 as at
       from events e join contacts c on c.project_id = e.project_id and c.id = e.contact_id
      where e.project_id = $1 and e.created_at > $2 and e.name like 'segment.%'`,
    [projectId, since],
  );
  return rows;
};

/** Waits until everything expected was told, then a little longer for what should not be; compares both. */
export async function judge(
  { client, projectId, check }: { client: Client; projectId: string; check: Check },
  { crowd, since, name, mostSeconds }: { crowd: Crowd; since: Date; name: string; mostSeconds: number },
): Promise<void> {
  const expected = new Map(crowd.expected.map(({ line, causeAt }) => [line, causeAt]));
  const isThere = async (): Promise<boolean> => {
    const lines = new Set((await toldSince(client, projectId, since)).map(({ line }) => line));
    return [...expected.keys()].every((line) => lines.has(line));
  };
  const lastAt = Date.now() + (mostSeconds + 30) * 1_000;
  while (Date.now() < lastAt && !(await isThere())) await sleep(0.5);
  await sleep(3);
  const told = await toldSince(client, projectId, since);
  const lines = new Set(told.map(({ line }) => line));
  const missing = [...expected.keys()].filter((line) => !lines.has(line));
  const surplus = [...lines].filter((line) => !expected.has(line));
  const lags = told.map(({ line, at }) => (at - (expected.get(line) ?? at)) / 1_000).sort((a, b) => a - b);
  const seconds = { median: lags[Math.floor(lags.length / 2)] ?? 0, most: lags.at(-1) ?? 0 };
  const counts = { expected: expected.size, told: told.length };
  check(`${name}: every entry and exit was told`, expected.size > 0 && missing.length === 0, {
    ...counts,
    missing: missing.slice(0, 3),
  });
  check(`${name}: nothing else was told`, surplus.length === 0, surplus.slice(0, 3));
  check(`${name}: each was told once`, told.length === lines.size, { twice: told.length - lines.size });
  check(`${name}: within ${mostSeconds} s of its cause`, seconds.most <= mostSeconds, seconds);
}
