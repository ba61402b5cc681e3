import type { Person } from './people.ts';
import { membershipsOf } from './segments.ts';

/** A change of one person and what must follow from it. */
interface Expected {
  readonly line: string;
  /** When the change was there to be seen. */
  readonly causeAt: number;
}

/** The people whose memberships change, and every event that must be told of them. */
export interface Crowd {
  readonly expected: readonly Expected[];
  get(n: number): Person;
  /** This is how the person is from `at` on. */
  change(person: Person, at: number): void;
  /** Time has passed over everybody; the events are due to it. */
  pass(people: readonly number[], at: number): void;
}

export function makeCrowd(first: (n: number) => Person, startedAt: number): Crowd {
  const people = new Map<number, { person: Person; memberOf: readonly string[] }>();
  const expected: Expected[] = [];
  const stateOf = (n: number) => {
    const known = people.get(n);
    if (known) return known;
    const person = first(n);
    return { person, memberOf: membershipsOf(person, startedAt) };
  };
  const move = (person: Person, at: number): void => {
    const before = stateOf(person.n).memberOf;
    const after = membershipsOf(person, at);
    const entered = after.filter((slug) => !before.includes(slug)).map((slug) => `${slug}.entry`);
    const left = before.filter((slug) => !after.includes(slug)).map((slug) => `${slug}.exit`);
    for (const change of [...entered, ...left]) {
      expected.push({ line: `${person.email} segment.${change}`, causeAt: at });
    }
    people.set(person.n, { person, memberOf: after });
  };
  return {
    expected,
    get: (n) => stateOf(n).person,
    change: move,
    pass: (numbers, at) => {
      for (const n of numbers) move(stateOf(n).person, at);
    },
  };
}
