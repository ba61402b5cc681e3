import { z } from 'zod';

/** Something wrong with a field of a request; the path begins at the field. */
export interface FieldFault {
  readonly path: readonly (string | number)[];
  readonly code:
    | 'required'
    | 'invalid_type'
    | 'invalid_string'
    | 'invalid_enum_value'
    | 'invalid_union'
    | 'too_small'
    | 'too_big'
    | 'custom';
  readonly message: string;
}

/** Collects everything that is wrong with a field, and goes on reading. */
export class Faults {
  readonly list: FieldFault[] = [];

  add(path: FieldFault['path'], code: FieldFault['code'], message: string): null {
    this.list.push({ path, code, message });
    return null;
  }
}

/** A shape for what has several forms: `read` notes what is wrong and answers the value, or null if there is none. */
export const readWith = <T>(read: (raw: unknown, faults: Faults) => T | null) =>
  z.unknown().transform((raw, ctx): T => {
    const faults = new Faults();
    const value = read(raw, faults);
    for (const { path, code, message } of faults.list)
      ctx.addIssue({ code: 'custom', message, params: { code }, path: [...path] });
    return value === null || faults.list.length > 0 ? z.NEVER : value;
  });

export const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);
