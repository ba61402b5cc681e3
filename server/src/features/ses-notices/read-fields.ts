import { cut } from '#pure/text';

/** Untrusted JSON, each value checked before it is used. What is missing or of another type is empty. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object, or the object in a JSON text; null for anything else. */
export function parseFields(value: unknown): Fields | null {
  if (typeof value === 'string') return parsed(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null; // checked
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : parseFields(value);
  } catch {
    return null;
  }
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

export function textIn(fields: Fields, name: string): string | null {
  const value = own(fields, name);
  return typeof value === 'string' && value !== '' ? cut(value.replace(/\p{Cc}+/gu, ' '), 512) : null;
}

export const fieldsIn = (fields: Fields, name: string): Fields => {
  const value = own(fields, name);
  return typeof value === 'string' ? {} : (parseFields(value) ?? {});
};

/** At most a hundred entries. */
export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = own(fields, name);
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

export function momentIn(fields: Fields, name: string): Date | null {
  const value = textIn(fields, name);
  const moment = new Date(value ?? Number.NaN);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 2000 || moment.getUTCFullYear() > 9999
    ? null
    : moment;
}
