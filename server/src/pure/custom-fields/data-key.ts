import { limits } from '#pure/limits';
import { isLongerThan } from './code-points.ts';

const maxKeyLength = limits.contactFieldCharacters;
const control = /\p{Cc}/u;

export const badKeyMessage = `A field name has 1 to ${maxKeyLength} characters and no control characters.`;

/** A top-level key as it is stored: whole characters only, without surrounding white space. */
export const storedKey = (sent: string): string => sent.toWellFormed().trim();

/** Whether a contact can have this key at all (D-212). */
export const isDataKey = (key: string): boolean =>
  key !== '' && !isLongerThan(key, maxKeyLength) && !control.test(key) && key === storedKey(key);
