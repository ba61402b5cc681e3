/** Mail activities: what a caller may write, and what is recorded (D-308, D-403). */
const activities: ReadonlyMap<string, string> = new Map([
  ['sent', 'sent'],
  ['delivery', 'delivery'],
  ['delivered', 'delivery'],
  ['open', 'open'],
  ['opened', 'open'],
  ['click', 'click'],
  ['clicked', 'click'],
  ['bounce', 'bounce'],
  ['bounced', 'bounce'],
  ['complaint', 'complaint'],
  ['complained', 'complaint'],
  ['received', 'received'],
  ['failed', 'failed'],
  ['suppressed', 'suppressed'],
]);

const prefix = 'email.';

export const activityNames: readonly string[] = [...activities.keys()];

/** A name under which nothing is ever recorded: it begins as mail activity and is none. */
export const isUnknownActivity = (name: string): boolean =>
  name.startsWith(prefix) && !activities.has(name.slice(prefix.length));

/**
 * The name under which events are recorded, wherever a name is matched (D-403). Former slugs of segments are known to
 * the database alone; whoever has them maps the name further.
 */
export function canonicalEventName(name: string): string {
  const activity = name.startsWith(prefix) ? activities.get(name.slice(prefix.length)) : undefined;
  return activity === undefined ? name : prefix + activity;
}
