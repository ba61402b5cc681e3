import { dayMs, type SegmentPerson } from './people.ts';

export interface TrackedSegment {
  readonly slug: string;
  /** As a caller sends it; `pro` is the id of the first segment. */
  readonly condition: (pro: string) => unknown;
  /** The same by hand: whether a person is a member at this time. */
  readonly holds: (person: SegmentPerson, at: number) => boolean;
}

const filter = (field: string, operator: string, value?: unknown, unit?: string) => ({ field, operator, value, unit });
const all = (...filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] });
const since = (at: number | null | undefined, now: number): number | null => (at == null ? null : now - at);
const isWithin = (age: number | null, days: number): boolean => age !== null && age <= days * dayMs;
const isOlder = (age: number | null, days: number): boolean => age !== null && age > days * dayMs;

const segment = (
  slug: string,
  condition: unknown,
  holds: (person: SegmentPerson, at: number) => boolean,
): TrackedSegment => ({
  slug,
  condition: () => condition,
  holds,
});

const plan = (value: string) => filter('data.plan', 'equals', value);

/** Twenty tracked segments over fields, events, windows of time and each other. */
export const segments: readonly TrackedSegment[] = [
  segment('pro', all(plan('pro')), (p) => p.plan === 'pro'),
  segment('team', all(plan('team')), (p) => p.plan === 'team'),
  segment(
    'best-pro',
    all(plan('pro'), filter('data.score', 'greaterThan', 90)),
    (p) => p.plan === 'pro' && p.score > 90,
  ),
  segment('seven', all(filter('data.city', 'equals', 'c7')), (p) => p.city === 'c7'),
  segment('top', all(filter('data.score', 'greaterThanOrEqual', 99)), (p) => p.score >= 99),
  segment('none', all(filter('data.score', 'lessThan', 1)), (p) => p.score < 1),
  segment(
    'good-team',
    all(plan('team'), filter('data.score', 'greaterThan', 50)),
    (p) => p.plan === 'team' && p.score > 50,
  ),
  segment('part', all(filter('data.city', 'contains', 'C19')), (p) => p.city.includes('c19')),
  segment('gone', all(filter('subscribed', 'equals', false)), (p) => !p.subscribed),
  segment('buyers', all(filter('event.purchase', 'triggered')), (p) => p.events.purchase !== undefined),
  segment('new-buyers', all(filter('event.purchase', 'triggeredWithin', 30, 'days')), (p, at) =>
    isWithin(since(p.events.purchase, at), 30),
  ),
  segment('old-buyers', all(filter('event.purchase', 'triggeredOlderThan', 30, 'days')), (p, at) =>
    isOlder(since(p.events.purchase, at), 30),
  ),
  segment('active', all(filter('event.login', 'triggeredWithin', 7, 'days')), (p, at) =>
    isWithin(since(p.events.login, at), 7),
  ),
  segment(
    'lookers',
    all(filter('event.login', 'triggered'), filter('event.purchase', 'notTriggered')),
    (p) => p.events.login !== undefined && p.events.purchase === undefined,
  ),
  segment('visitors', all(filter('event.visit', 'triggered')), (p) => p.events.visit !== undefined),
  segment(
    'shy-team',
    all(plan('team'), filter('event.visit', 'notTriggeredWithin', 1, 'days')),
    (p, at) => p.plan === 'team' && !isWithin(since(p.events.visit, at), 1),
  ),
  segment('fresh', all(filter('data.seenAt', 'within', 1, 'days')), (p, at) => isWithin(since(p.seenAt, at), 1)),
  segment('stale', all(filter('data.seenAt', 'olderThan', 1, 'days')), (p, at) => isOlder(since(p.seenAt, at), 1)),
  segment('seen-pro', all(plan('pro'), filter('data.seenAt', 'exists')), (p) => p.plan === 'pro' && p.seenAt !== null),
  {
    slug: 'pro-visitors',
    condition: (pro) => all(filter(`segment.${pro}`, 'memberOfSegment'), filter('event.visit', 'triggered')),
    holds: (p) => p.plan === 'pro' && p.events.visit !== undefined,
  },
];

export const membershipsOf = (person: SegmentPerson, at: number): string[] =>
  segments.filter(({ holds }) => holds(person, at)).map(({ slug }) => slug);
