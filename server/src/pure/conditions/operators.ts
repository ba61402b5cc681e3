/** The 19 operators by what they test (section 1.2). */
const valueOperators = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
  'within',
  'olderThan',
] as const;
const eventOperators = [
  'triggered',
  'notTriggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
] as const;
const segmentOperators = ['memberOfSegment', 'notMemberOfSegment'] as const;

export type ValueOperator = (typeof valueOperators)[number];
export type EventOperator = (typeof eventOperators)[number];
export type SegmentOperator = (typeof segmentOperators)[number];
export type Operator = ValueOperator | EventOperator | SegmentOperator;
export type OrderOperator = 'greaterThan' | 'lessThan' | 'greaterThanOrEqual' | 'lessThanOrEqual';

export const operators = [...valueOperators, ...eventOperators, ...segmentOperators] as const;

const isOneOf =
  <T extends string>(list: readonly T[]) =>
  (text: string): text is T =>
    list.some((item) => item === text);

export const isOperator = isOneOf<Operator>(operators);
export const isEventOperator = isOneOf(eventOperators);
export const isSegmentOperator = isOneOf(segmentOperators);
/** The five that measure time and need a unit. */
export const measuresTime = isOneOf<Operator>([
  'within',
  'olderThan',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
]);

const presence = ['exists', 'notExists'] as const;
const equality = ['equals', 'notEquals'] as const;
const onInstants: readonly ValueOperator[] = [
  ...equality,
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'within',
  'olderThan',
  ...presence,
];

/** Which value operators each kind of field has. */
export const operatorsOf: Record<string, readonly ValueOperator[]> = {
  email: [...equality, 'contains', 'notContains', ...presence],
  subscribed: [...equality, ...presence],
  createdAt: onInstants,
  updatedAt: onInstants,
  data: valueOperators,
  context: valueOperators,
};

export const units = ['minutes', 'hours', 'days'] as const;
export type Unit = (typeof units)[number];

/** No calendars: a day is 24 hours (D-302). */
export const unitMilliseconds: Record<Unit, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

export const isUnit = isOneOf<Unit>(units);
