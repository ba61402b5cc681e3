import type { ContactFacts, SegmentSource } from '../../src/pure/conditions/index.ts';
import type { JsonObject } from '../../src/pure/custom-fields/index.ts';
import { type Hint, hintsOf } from './hints.ts';
import type { Random } from './random.ts';
import { eventNames, randomTree, reference } from './random-tree.ts';
import { keys, presentTime, randomObject, randomTime } from './random-value.ts';

export type WorldContact = ContactFacts['contact'] & {
  projectId: string;
  id: string;
  /** The last event of each name. */
  events: ReadonlyMap<string, Date>;
  /** The lists the contact is on. */
  lists: ReadonlySet<string>;
};

export type World = {
  now: Date;
  contacts: WorldContact[];
  segments: ReadonlyMap<string, SegmentSource>;
  segmentIds: readonly string[];
  hints: readonly Hint[];
  deletedKeys: ReadonlySet<string>;
};

export const ownProject = '00000000-0000-7000-8000-00000000000a';
export const otherProject = '00000000-0000-7000-8000-00000000000b';

/** Contacts of two projects, some with the same ids, and segments that refer to each other, to nothing, or in a loop. */
export function randomWorld(random: Random, size: number): World {
  const segmentIds = Array.from({ length: 9 }, (_, index) => idOf('5', index));
  const listIds = segmentIds.slice(0, 3);
  const contact = (projectId: string, index: number): WorldContact => ({
    projectId,
    id: idOf('c', index),
    email:
      random.pick(['ada', 'grace', 'a', 'user.x', 'istanbul']) +
      `+${index}@${random.pick(['example.com', 'b.example'])}`,
    subscribed: random.chance(0.7),
    createdAt: new Date(randomTime(random)),
    updatedAt: new Date(randomTime(random)),
    data: randomData(random),
    events: new Map(random.list(4, () => [random.pick(eventNames), new Date(randomTime(random))] as const)),
    lists: new Set(listIds.filter(() => random.chance(0.4))),
  });
  const own = Array.from({ length: size }, (_, index) => contact(ownProject, index));
  const others = Array.from({ length: 20 }, (_, index) => contact(otherProject, index));
  const hints = own.flatMap(({ data }) => Object.entries(data).flatMap(([key, value]) => hintsOf(key, value)));
  // Each tree may refer to the next alone, so that long chains occur.
  const trees: [string, SegmentSource][] = segmentIds.slice(3, 8).map((id, index) => {
    const next = random.chance(0.6) ? segmentIds.slice(index + 4, index + 5) : segmentIds;
    return [
      id,
      { kind: 'tree', tree: next.length === 1 ? reference(random, next) : randomTree(random, { segmentIds, hints }) },
    ];
  });
  const lists: [string, SegmentSource][] = listIds.map((id) => [id, { kind: 'list' }]);
  return {
    now: new Date(presentTime),
    contacts: [...own, ...others],
    segments: new Map([...lists, ...trees]),
    segmentIds,
    hints,
    deletedKeys: new Set(random.list(2, () => random.pick(keys))),
  };
}

/** Sometimes has a key with a dot together with the object that it could mean. */
function randomData(random: Random): JsonObject {
  const data = randomObject(random, 12, 0);
  if (random.chance(0.2)) data['a.b'] = random.pick([null, 'pro', 42]);
  if (random.chance(0.2)) data.a = { b: random.pick([null, 'pro', 'PRO', 42, ['pro']]) };
  return data;
}

export const idOf = (kind: string, index: number): string =>
  `${kind.padStart(8, '0')}-0000-7000-8000-${String(index).padStart(12, '0')}`;

export const factsOf = (world: World, contact: WorldContact): ContactFacts => ({
  now: world.now,
  contact,
  lastEventAt: (name) => contact.events.get(name),
  isDeletedKey: (key) => world.deletedKeys.has(key),
  segment(id) {
    const segment = world.segments.get(id) ?? { kind: 'missing' };
    return segment.kind === 'list' ? { kind: 'member', isMember: contact.lists.has(id) } : segment;
  },
});
