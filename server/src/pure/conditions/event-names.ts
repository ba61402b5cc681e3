/** Mail activities: what the caller may write, and the name that is recorded (D-308). */
const activities: Readonly<Record<string, string>> = {
  sent: 'sent',
  delivery: 'delivery',
  delivered: 'delivery',
  open: 'open',
  opened: 'open',
  click: 'click',
  clicked: 'click',
  bounce: 'bounce',
  bounced: 'bounce',
  complaint: 'complaint',
  complained: 'complaint',
  received: 'received',
  failed: 'failed',
  suppressed: 'suppressed',
};

const prefix = 'email.';

export const activityNames: readonly string[] = Object.keys(activities);

/** A name under which nothing is ever recorded: it begins as mail activity and is none. */
export const isUnknownActivity = (name: string): boolean =>
  name.startsWith(prefix) && !Object.hasOwn(activities, name.slice(prefix.length));

/**
 * The name under which events are recorded (D-403). Former slugs of segments are known to the database alone; whoever
 * has them maps the name further.
 */
export function canonicalEventName(name: string): string {
  if (!name.startsWith(prefix) || isUnknownActivity(name)) return name;
  return prefix + activities[name.slice(prefix.length)];
}
