import { randomUUIDv7 } from 'node:crypto';

declare const kind: unique symbol;

/** An id that cannot be mistaken for an id of another kind. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** A UUIDv7: ordered by creation to the millisecond, so indexes stay local. Never a secret. */
export const newId = <Kind extends string>(): Id<Kind> => randomUUIDv7() as Id<Kind>; // the only function that creates ids

/** A new id that is greater than the one before it in the same millisecond: for records that are shown in the order of their ids. */
export function newIdAfter<Kind extends string>(before: Id<Kind>): Id<Kind> {
  const id = newId<Kind>();
  if (id > before || id.slice(0, 13) !== before.slice(0, 13)) return id;
  const [start, next] = [before.slice(0, 24), Number.parseInt(before.slice(24), 16) + 1];
  // Limit: without an order where the last 48 bits are all set, which happens once in 280 trillion ids.
  return next > 0xffff_ffff_ffff ? id : (`${start}${next.toString(16).padStart(12, '0')}` as Id<Kind>);
}

/** Before every id: where a walk in the order of ids begins. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** Before every id of this moment and after all earlier ones: ids begin with their time, and none is older than 1970. The function of that name in SQL does the same. */
export function firstIdAt(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The moment with which an id begins. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The lower-case id, or null when the text is no uuid. */
export const readId = <Kind extends string>(text: string): Id<Kind> | null =>
  form.test(text) ? (text.toLowerCase() as Id<Kind>) : null; // checked by its form
