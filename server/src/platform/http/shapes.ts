import { z } from 'zod';
import type { Id } from '#platform/ids';
import { readId } from '#platform/ids';
import type { RefusalDefinition } from '#platform/refusals';
import { parseAddress } from '#pure/addresses';
import { isLongerThan } from '#pure/custom-fields';

/** Kinds of resources that a path, query or body can name; the generated tests put a neighbour's id there. */
export type Resource =
  | 'contact'
  | 'template'
  | 'campaign'
  | 'segment'
  | 'workflow'
  | 'event'
  | 'domain'
  | 'job'
  | 'user'
  | 'session'
  | 'email'
  | 'execution'
  | 'request'
  | 'project'
  | 'member'
  | 'suppression';

/** Refusals for path ids that cannot be read: the same 404 as for an unknown id (D-116). */
export const pathRefusals = z.registry<{ refusal: RefusalDefinition<[id?: string]> }>();

/** An id in a path. */
export function pathId<Kind extends string>(resource: Resource, refusal: RefusalDefinition<[id?: string]>) {
  const shape = z
    .string()
    .refine((text) => readId(text) !== null, { error: 'Must be an id.', params: { code: 'invalid_string' } })
    .transform((text) => text.toLowerCase() as Id<Kind>) // refined above
    .meta({ 'x-resource': resource });
  pathRefusals.add(shape, { refusal });
  return shape;
}

/** An id in a body (D-117). */
export const bodyId = <Kind extends string>(resource: Resource) =>
  z
    .string()
    .refine((text) => readId(text) !== null, { error: 'Must be an id.', params: { code: 'invalid_string' } })
    .transform((text) => text.toLowerCase() as Id<Kind>) // refined above
    .meta({ 'x-resource': resource });

/** An optional field of a body: `null` means omitted (D-113). */
export const optional = <T extends z.ZodType>(shape: T) =>
  shape.nullish().transform((value): z.output<T> | undefined => (value === null ? undefined : value));

/** Text that is trimmed before it is measured; lengths count code points (D-115). */
export const trimmedText = (min: number, max: number) =>
  z
    .string()
    .transform((text) => text.trim())
    .superRefine((text, ctx) => {
      if (!isLongerThan(text, min - 1))
        ctx.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true, input: text });
      if (isLongerThan(text, max))
        ctx.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: text });
    })
    .meta({ minLength: min, maxLength: max });

/** An address in a request, normalised (D-120). */
export const Address = z
  .string()
  .transform((text, ctx) => {
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    ctx.addIssue({ code: 'custom', message: parsed.reason, params: { code: 'invalid_string' } });
    return z.NEVER;
  })
  .meta({ format: 'email', maxLength: 254 });

/** An instant in a reply. */
export const Instant = z.iso.datetime({ precision: 3 });

export const instant = (date: Date): string => date.toISOString();
export const instantOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;
