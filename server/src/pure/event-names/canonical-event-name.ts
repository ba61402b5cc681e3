import { platformEvents } from './platform-events.ts';

const prefix = 'email.';

/** Mail activities: what a caller may write, and the name that is recorded (D-308, D-403). */
const activities: ReadonlyMap<string, string> = new Map(
  Object.entries(platformEvents)
    .filter(([name]) => name.startsWith(prefix))
    .flatMap(([name, event]) => ('alias' in event ? [name, event.alias] : [name]).map((written) => [written, name])),
);

export const activityNames: readonly string[] = Array.from(activities.keys(), (name) => name.slice(prefix.length));

/** A name under which nothing is ever recorded: it has the prefix of mail activity, but is not a known one. */
export const isUnknownActivity = (name: string): boolean => name.startsWith(prefix) && !activities.has(name);

/**
 * The name under which events are recorded, wherever a name is matched (D-403). Former slugs of segments are known
 * only in the database; a caller that has loaded them maps the name further.
 */
export const canonicalEventName = (name: string): string => activities.get(name) ?? name;
