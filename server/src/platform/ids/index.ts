import { randomUUIDv7 } from 'node:crypto';

declare const kind: unique symbol;

/** An id that cannot be mistaken for an id of another kind. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** A UUIDv7: ordered by creation to the millisecond, so indexes stay local. Never a secret. */
export const newId = <Kind extends string>(): Id<Kind> => randomUUIDv7() as Id<Kind>; // the only function that creates ids

/** Before every id: where a walk in the order of ids begins. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** Before every id of this moment and after all earlier ones: ids begin with their time. The function of that name in SQL does the same. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The moment with which an id begins. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The lower-case id, or null when the text is no uuid. */
export const readId = <Kind extends string>(text: string): Id<Kind> | null =>
  form.test(text) ? (text.toLowerCase() as Id<Kind>) : null; // checked by its form
