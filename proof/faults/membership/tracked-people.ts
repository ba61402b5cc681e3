import type { SegmentPerson } from './people.ts';
import { membershipsOf } from './segments.ts';

/** A change of one person and what must follow from it. */
interface ExpectedEvent {
  readonly line: string;
  /** When the change was committed. */
  readonly causeAt: number;
}

/** The people whose memberships change, and every event that must be recorded for them. */
export interface TrackedPeople {
  readonly expected: readonly ExpectedEvent[];
  get(n: number): SegmentPerson;
  /** The state of the person from `at` on. */
  change(person: SegmentPerson, at: number): void;
  /** Time has passed for these people; the events follow from it. */
  pass(numbers: readonly number[], at: number): void;
}

export function trackPeople(first: (n: number) => SegmentPerson, startedAt: number): TrackedPeople {
  const states = new Map<number, { person: SegmentPerson; memberOf: readonly string[] }>();
  const expected: ExpectedEvent[] = [];
  const stateOf = (n: number) => {
    const known = states.get(n);
    if (known) return known;
    const person = first(n);
    return { person, memberOf: membershipsOf(person, startedAt) };
  };
  const move = (person: SegmentPerson, at: number): void => {
    const before = stateOf(person.n).memberOf;
    const after = membershipsOf(person, at);
    const entered = after.filter((slug) => !before.includes(slug)).map((slug) => `${slug}.entry`);
    const left = before.filter((slug) => !after.includes(slug)).map((slug) => `${slug}.exit`);
    for (const change of [...entered, ...left]) {
      expected.push({ line: `${person.email} segment.${change}`, causeAt: at });
    }
    states.set(person.n, { person, memberOf: after });
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
