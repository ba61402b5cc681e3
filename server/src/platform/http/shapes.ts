import { z } from 'zod';
import { type Id, readId } from '#platform/ids';
import type { RefusalDefinition } from '#platform/refusals';
import { parseAddress } from '#pure/addresses';
import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';

/** Kinds of resources that a path, query or body can name; the generated tests put another project's id there. */
export type Resource =
  | 'contact'
  | 'template'
  | 'campaign'
  | 'segment'
  | 'workflow'
  | 'step'
  | 'transition'
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
  | 'suppression'
  | 'webhook-endpoint'
  | 'webhook-delivery';

/** Refusals for path ids that cannot be read: the same 404 as for an unknown id (D-116). */
export const pathRefusals = z.registry<{ refusal: RefusalDefinition<[id?: string]> }>();

/** An id in a path. */
export function pathId<Kind extends string>(resource: Resource, refusal: RefusalDefinition<[id?: string]>) {
  const shape = bodyId<Kind>(resource);
  pathRefusals.add(shape, { refusal });
  return shape;
}

/** An id in a body (D-117). */
export const bodyId = <Kind extends string>(resource: Resource) =>
  z
    .string()
    .refine((given) => readId(given) !== null, { error: 'Must be an id.', params: { code: 'invalid_string' } })
    .transform((given) => given.toLowerCase() as Id<Kind>) // refined above
    .meta({ 'x-resource': resource });

/** An optional field of a body: `null` means omitted (D-113). */
export const optional = <T extends z.ZodType>(shape: T) =>
  shape.nullish().transform((value): z.output<T> | undefined => (value === null ? undefined : value));

/** The same for a field that has a default, which the contract shows. */
export const withDefault = <T extends z.ZodType>(shape: T, fallback: z.output<T>) =>
  shape
    .nullish()
    .transform((value): z.output<T> => value ?? fallback)
    .meta({ default: fallback });

/** A rule on the form of a text, and what a caller reads whose text breaks it. */
export interface TextRule {
  readonly holds: (text: string) => boolean;
  readonly message: string;
}

/** Text as it is; lengths count code points (D-115). Rules are asked in order, and only of a text of the right length. */
export const text = (min: number, max: number, ...rules: readonly TextRule[]) =>
  z
    .string()
    .check((payload) => checkText(payload, min, max, rules))
    .meta({ minLength: min, maxLength: max });

/** Text that is trimmed before it is checked. */
export const trimmedText = (min: number, max: number, ...rules: readonly TextRule[]) =>
  z
    .string()
    .transform((given) => given.trim())
    .check((payload) => checkText(payload, min, max, rules))
    .meta({ minLength: min, maxLength: max });

type Text = z.core.ParsePayload<string>;

function checkText({ value: input, issues }: Text, min: number, max: number, rules: readonly TextRule[]): void {
  const length = { origin: 'string', inclusive: true, input, continue: true } as const;
  if (!isLongerThan(input, min - 1)) issues.push({ ...length, code: 'too_small', minimum: min });
  else if (isLongerThan(input, max)) issues.push({ ...length, code: 'too_big', maximum: max });
  else {
    const broken = rules.find(({ holds }) => !holds(input));
    if (broken) issues.push(wrongText(input, broken.message));
  }
}

/** An address in a request, normalised (D-120). */
export const Address = z
  .string()
  .check((payload) => {
    const parsed = parseAddress(payload.value);
    if (parsed.ok) payload.value = parsed.address;
    else payload.issues.push(wrongText(payload.value, parsed.reason));
  })
  .meta({ format: 'email', maxLength: limits.addressCharacters });

const wrongText = (input: string, message: string) =>
  ({ code: 'custom', message, params: { code: 'invalid_string' }, input }) as const;

/** An instant in a reply. */
export const Instant = z.iso.datetime({ precision: 3 });

export const instant = (date: Date): string => date.toISOString();
export const instantOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;
