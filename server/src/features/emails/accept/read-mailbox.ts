import { parseAddress } from '#pure/addresses';
import { isLongerThan } from '#pure/custom-fields';
import { Faults, isObject } from './reading.ts';

export interface NamedAddress {
  readonly email: string;
  readonly name: string | null;
}

/** A sender, and whether it was given as one text. */
export interface Sender extends NamedAddress {
  readonly isText: boolean;
}

type Path = readonly (string | number)[];

const mostName = 255;
/** A name of 255 characters, each of two units and escaped, with an address. */
const mostText = 1_400;

/** An address as text, or `{ email, name? }`. */
export function readMailbox(raw: unknown, path: Path, faults: Faults): NamedAddress | null {
  if (typeof raw === 'string') {
    const email = readAddress(raw, path, faults);
    return email === null ? null : { email, name: null };
  }
  if (!isObject(raw)) return faults.add(path, 'invalid_union', 'The value has none of the allowed forms.');
  const email = readAddress(raw.email, [...path, 'email'], faults);
  const name = readName(raw.name, [...path, 'name'], faults);
  return email === null ? null : { email, name };
}

/** The same, and `Name <address>` besides (api/05, 1.2). */
export function readSender(raw: unknown, faults: Faults): Sender | null {
  const isText = typeof raw === 'string';
  const sender = isText ? readSenderText(raw, faults) : readMailbox(raw, [], faults);
  return sender && { ...sender, isText };
}

function readSenderText(raw: string, faults: Faults): NamedAddress | null {
  if (raw.length > mostText) return faults.add([], 'too_big', `At most ${mostText} characters.`);
  const parts = partsOf(raw.trim());
  if (parts === null) return readMailbox(raw, [], faults);
  const own = new Faults();
  const sender = readMailbox(parts, [], own);
  // One text was given: its faults are reported there, not at parts the caller never named.
  for (const { code, message } of own.list) faults.add([], code, message);
  return sender;
}

/** Name and address of `Name <address>`; null where the text has another form. */
function partsOf(text: string): { name: string; email: string } | null {
  const opening = text.lastIndexOf('<');
  const name = text.slice(0, Math.max(0, opening)).trim();
  const email = text.slice(opening + 1, -1);
  if (opening < 0 || !text.endsWith('>') || /[<>]/.test(name + email)) return null;
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return { name: (isQuoted ? name.slice(1, -1) : name).replaceAll(/\\(.)/gs, '$1'), email };
}

function readAddress(raw: unknown, path: Path, faults: Faults): string | null {
  if (raw === undefined || raw === null) return faults.add(path, 'required', 'This field is required.');
  if (typeof raw !== 'string') return faults.add(path, 'invalid_type', 'Must be of type string.');
  const parsed = parseAddress(raw);
  return parsed.ok ? parsed.address : faults.add(path, 'invalid_string', parsed.reason);
}

/** A display name, or null where there is none. */
export function readName(raw: unknown, path: Path, faults: Faults): string | null {
  if (raw === undefined || raw === null) return null;
  if (typeof raw !== 'string') return faults.add(path, 'invalid_type', 'Must be of type string.');
  if (isLongerThan(raw, mostName)) return faults.add(path, 'too_big', `At most ${mostName} characters.`);
  if (/\p{Cc}/u.test(raw)) return faults.add(path, 'invalid_string', 'A name has no control characters.');
  return raw.trim() === '' ? null : raw.trim();
}
