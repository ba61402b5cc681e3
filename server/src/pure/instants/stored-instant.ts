const first = Date.parse('0001-01-01T00:00:00.000Z');
const last = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether an instant lies in the years 1 to 9999, which the database and ISO 8601 write alike. */
export function isStoredInstant(at: Date): boolean {
  const time = at.getTime();
  return time >= first && time <= last; // false for an invalid date
}

/** The nearest instant within those years. */
export const nearestStoredInstant = (at: Date): Date => new Date(Math.min(last, Math.max(first, at.getTime())));
