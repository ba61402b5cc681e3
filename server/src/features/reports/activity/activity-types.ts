import { canonicalEventName, type platformEvents } from '#pure/event-names';

/** Types of the events that the service records, and the name of the event (D-1011). Mail without a contact has them in the log. */
const eventTypes = {
  'email.sent': 'email.sent',
  'email.delivered': 'email.delivery',
  'email.opened': 'email.open',
  'email.clicked': 'email.click',
  'email.bounced': 'email.bounce',
  'email.complaint': 'email.complaint',
  'email.suppressed': 'email.suppressed',
  'email.failed': 'email.failed',
  'email.received': 'email.received',
  'contact.subscribed': 'contact.subscribed',
  'contact.unsubscribed': 'contact.unsubscribed',
} as const satisfies Readonly<Record<string, keyof typeof platformEvents>>;

const logTypes = [
  ...(['campaign.sent', 'campaign.scheduled', 'campaign.cancelled'] as const),
  ...(['project.resumed', 'project.disabled', 'project.enabled'] as const),
] as const;
const executionTypes = ['workflow.started', 'workflow.completed'] as const;
const upcomingTypes = ['workflow.email.scheduled', 'workflow.active'] as const;

export type ActivityType =
  | keyof typeof eventTypes
  | 'event.triggered'
  | (typeof logTypes | typeof executionTypes | typeof upcomingTypes)[number];

/** Every type (D-1010). */
export const activityTypes: readonly ActivityType[] = [
  ...(Object.keys(eventTypes) as (keyof typeof eventTypes)[]), // its own keys
  'event.triggered',
  ...logTypes,
  ...executionTypes,
  ...upcomingTypes,
];

/** The two tables of records: events of contacts, and what happened without a contact. */
export type RecordTable = 'events' | 'activity_log';

type Names = ReadonlyMap<string, ActivityType>;
const platformNames: Names = new Map(
  Object.entries(eventTypes).map(([type, name]) => [name, type as ActivityType]), // its own keys
);
/** Names that have a type of their own. A name of the log may also be that of a customer's event. */
const namesIn: Readonly<Record<RecordTable, Names>> = {
  events: platformNames,
  activity_log: new Map([...platformNames, ...logTypes.map((type) => [type, type] as const)]),
};

/** The type of a record: a platform event without a type of its own is an event like any other. */
export const typeOfName = (table: RecordTable, name: string): ActivityType =>
  namesIn[table].get(name) ?? 'event.triggered';

/** Names under which these types are recorded, but for `event.triggered`, which has any other name. */
export const namesOfTypes = (table: RecordTable, types: ReadonlySet<ActivityType>): string[] =>
  Array.from(namesIn[table]).flatMap(([name, type]) => (types.has(type) ? [name] : []));

/** Names of the service's own events that are not `event.triggered`. */
export const platformEventNames: readonly string[] = Array.from(platformNames.keys());

/** Whether these are all types that the table has. */
export const hasAllTypes = (table: RecordTable, types: ReadonlySet<ActivityType>): boolean =>
  Array.from(namesIn[table].values()).every((type) => types.has(type)) &&
  (table === 'activity_log' || types.has('event.triggered'));

/** What follows the id of the record in the id of an item (D-1010). */
export const kindOf = (type: ActivityType): string => type.slice(type.lastIndexOf('.') + 1);

/** A type, or the name or alias of a platform event that has one (D-1011); null: unknown. */
export const readActivityType = (text: string): ActivityType | null =>
  activityTypes.find((type) => type === text) ?? platformNames.get(canonicalEventName(text)) ?? null;
