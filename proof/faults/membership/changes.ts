import type { Crowd } from './crowd.ts';
import type { Person } from './people.ts';

export interface Door {
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
  door: Door,
  crowd: Crowd,
  { written, tracked, random }: { written: readonly number[]; tracked: readonly number[]; random: () => number },
): Promise<void> {
  const writes = written.map((n) => () => writeContact(door, crowd, rewritten(crowd.get(n), random)));
  const tracks = tracked.map((n) => () => trackEvent(door, crowd, crowd.get(n), pick(names, random)));
  const waiting = [...writes, ...tracks].sort(() => random() - 0.5);
  const hand = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await next();
  };
  await Promise.all(Array.from({ length: 6 }, hand));
}

const rewritten = (person: Person, random: () => number): Person => ({
  ...person,
  plan: pick(plans, random),
  score: Math.floor(random() * 100),
  city: `c${Math.floor(random() * 200)}`,
  subscribed: random() < 0.5,
});

async function writeContact(door: Door, crowd: Crowd, person: Person): Promise<void> {
  const { email, subscribed, plan, score, city } = person;
  await post(door.url, '/contacts', door.secretKey, { email, subscribed, data: { plan, score, city } });
  crowd.change(person, Date.now());
}

async function trackEvent(door: Door, crowd: Crowd, person: Person, event: string): Promise<void> {
  await post(door.url, '/v1/track', door.publicKey, { email: person.email, event });
  crowd.change({ ...person, events: { ...person.events, [event]: Date.now() } }, Date.now());
}

export async function post(url: string, path: string, key: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>; // our own answer
}
