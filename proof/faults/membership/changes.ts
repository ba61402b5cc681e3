import { bearer, clientOf } from '../../../server/testing/client.ts';
import type { SegmentPerson } from './people.ts';
import type { TrackedPeople } from './tracked-people.ts';

export interface ApiTarget {
  url: string;
  secretKey: string;
  publicKey: string;
}

const plans = ['free', 'pro', 'team'];
const names = ['purchase', 'login', 'visit'];
const pick = <T>(list: readonly T[], random: () => number): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('a list to pick from has items');
  return item;
};

/** Writes contacts and tracks events, a few at a time; each person changes once. */
export async function changePeople(
  target: ApiTarget,
  people: TrackedPeople,
  { written, tracked, random }: { written: readonly number[]; tracked: readonly number[]; random: () => number },
): Promise<void> {
  const writes = written.map((n) => () => writeContact(target, people, rewritten(people.get(n), random)));
  const tracks = tracked.map((n) => () => trackEvent(target, people, people.get(n), pick(names, random)));
  const waiting = [...writes, ...tracks].sort(() => random() - 0.5);
  const worker = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

const rewritten = (person: SegmentPerson, random: () => number): SegmentPerson => ({
  ...person,
  plan: pick(plans, random),
  score: Math.floor(random() * 100),
  city: `c${Math.floor(random() * 200)}`,
  subscribed: random() < 0.5,
});

async function writeContact(target: ApiTarget, people: TrackedPeople, person: SegmentPerson): Promise<void> {
  const { email, subscribed, plan, score, city } = person;
  await post(target.url, '/contacts', target.secretKey, { email, subscribed, data: { plan, score, city } });
  people.change(person, Date.now());
}

async function trackEvent(
  target: ApiTarget,
  people: TrackedPeople,
  person: SegmentPerson,
  event: string,
): Promise<void> {
  await post(target.url, '/v1/track', target.publicKey, { email: person.email, event });
  people.change({ ...person, events: { ...person.events, [event]: Date.now() } }, Date.now());
}

export async function post(url: string, path: string, key: string, body: unknown): Promise<Record<string, unknown>> {
  const reply = await clientOf(url, bearer(key)).post(path, body);
  if (reply.status > 299) throw new Error(`POST ${path} returned ${reply.status}: ${reply.text}`);
  return reply.body;
}
