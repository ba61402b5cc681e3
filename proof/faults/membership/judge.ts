import type { Client } from 'pg';
import { type Check, sleep } from '../fault-run.ts';
import type { TrackedPeople } from './tracked-people.ts';

interface SegmentEvent {
  line: string;
  at: number;
}

const eventsSince = async (client: Client, projectId: string, since: Date): Promise<SegmentEvent[]> => {
  const { rows } = await client.query<SegmentEvent>(
    `select c.email || ' ' || e.name as line, extract(epoch from e.created_at)::float8 * 1000 as at
       from events e join contacts c on c.project_id = e.project_id and c.id = e.contact_id
      where e.project_id = $1 and e.created_at > $2 and e.name like 'segment.%'`,
    [projectId, since],
  );
  return rows;
};

/** Waits until every expected event is recorded, then a little longer for unexpected ones; compares both. */
export async function judge(
  { client, projectId, check }: { client: Client; projectId: string; check: Check },
  { people, since, name, maxSeconds }: { people: TrackedPeople; since: Date; name: string; maxSeconds: number },
): Promise<void> {
  const expected = new Map(people.expected.map(({ line, causeAt }) => [line, causeAt]));
  const isThere = async (): Promise<boolean> => {
    const lines = new Set((await eventsSince(client, projectId, since)).map(({ line }) => line));
    return [...expected.keys()].every((line) => lines.has(line));
  };
  const lastAt = Date.now() + (maxSeconds + 30) * 1_000;
  while (Date.now() < lastAt && !(await isThere())) await sleep(0.5);
  await sleep(3);
  const events = await eventsSince(client, projectId, since);
  const lines = new Set(events.map(({ line }) => line));
  const missing = [...expected.keys()].filter((line) => !lines.has(line));
  const surplus = [...lines].filter((line) => !expected.has(line));
  const lags = events.map(({ line, at }) => (at - (expected.get(line) ?? at)) / 1_000).sort((a, b) => a - b);
  const seconds = { median: lags[Math.floor(lags.length / 2)] ?? 0, max: lags.at(-1) ?? 0 };
  const counts = { expected: expected.size, events: events.length };
  check(`${name}: every entry and exit was recorded`, expected.size > 0 && missing.length === 0, {
    ...counts,
    missing: missing.slice(0, 3),
  });
  check(`${name}: nothing else was recorded`, surplus.length === 0, surplus.slice(0, 3));
  check(`${name}: each was recorded once`, events.length === lines.size, { twice: events.length - lines.size });
  check(`${name}: within ${maxSeconds} s of its cause`, seconds.max <= maxSeconds, seconds);
}
