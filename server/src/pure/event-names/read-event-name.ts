import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';

export type EventNameReading =
  | { ok: true; name: string }
  | { ok: false; code: 'too_small' | 'too_big' | 'invalid_string'; message: string };

const maxLength = limits.eventNameCharacters;
const control = /\p{Cc}/u;

/** A name as a caller sends it, trimmed (D-401). Whether it is reserved is checked elsewhere. */
export function readEventName(text: string): EventNameReading {
  const name = text.trim();
  if (name === '') return { ok: false, code: 'too_small', message: 'An event name has at least 1 character.' };
  if (isLongerThan(name, maxLength))
    return { ok: false, code: 'too_big', message: `An event name has at most ${maxLength} characters.` };
  if (control.test(name))
    return { ok: false, code: 'invalid_string', message: 'An event name has no control characters.' };
  return { ok: true, name };
}
