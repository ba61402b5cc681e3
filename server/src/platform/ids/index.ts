import { randomUUIDv7 } from 'node:crypto';

declare const kind: unique symbol;

/** An id that cannot be mistaken for an id of another kind. */
export type Id<Kind extends string> = string & { readonly [kind]: Kind };

/** A UUIDv7: ordered by creation to the millisecond, so indexes stay local. Never a secret. */
export const newId = <Kind extends string>(): Id<Kind> => randomUUIDv7() as Id<Kind>; // the only function that creates ids

/** Before every id: where a walk in the order of ids begins. */
export const nilId = '00000000-0000-0000-0000-000000000000';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The lower-case id, or null when the text is no uuid. */
export const readId = <Kind extends string>(text: string): Id<Kind> | null =>
  form.test(text) ? (text.toLowerCase() as Id<Kind>) : null; // checked by its form
