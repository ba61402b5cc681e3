import { normaliseAddress } from '#pure/addresses';
import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { type ConfigDraft, fieldValue, refuse } from './config-draft.ts';

/** A text of 0 to `max` characters, as it was sent. */
export function readText(draft: ConfigDraft, key: string, max: number): string | undefined {
  const value = fieldValue(draft, key);
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return refuse(draft, [key], 'invalid_type', 'Must be text.');
  if (isLongerThan(value, max)) return refuse(draft, [key], 'too_big', `Must have at most ${max} characters.`);
  draft.kept[key] = value;
  return value;
}

export function readChoice<T extends string>(draft: ConfigDraft, key: string, choices: readonly T[]): T | undefined {
  const value = fieldValue(draft, key);
  if (value === undefined) return undefined;
  const choice = choices.find((known) => known === value);
  if (choice === undefined) {
    const code = typeof value === 'string' ? 'invalid_enum_value' : 'invalid_type';
    return refuse(draft, [key], code, `Must be one of ${choices.join(', ')}.`);
  }
  draft.kept[key] = choice;
  return choice;
}

export function readNumber(draft: ConfigDraft, key: string): number | undefined {
  const value = fieldValue(draft, key);
  if (value === undefined) return undefined;
  if (typeof value !== 'number') return refuse(draft, [key], 'invalid_type', 'Must be a number.');
  draft.kept[key] = value;
  return value;
}

/** An address in the form that is stored (D-120). */
export function readAddress(draft: ConfigDraft, key: string): string | undefined {
  const text = readText(draft, key, limits.mailboxCharacters);
  if (text === undefined) return undefined;
  const address = normaliseAddress(text);
  if (address === null) return refuse(draft, [key], 'invalid_string', 'Must be an email address.');
  draft.kept[key] = address;
  return address;
}
