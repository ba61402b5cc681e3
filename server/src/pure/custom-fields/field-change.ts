import { isLongerThan } from './code-points.ts';
import { type FieldType, inferType } from './infer-type.ts';
import { type JsonObject, type JsonValue, ownValue, sameJson } from './json-value.ts';

export type CountedValue = string | number | boolean;

/** What one contact's change of one key means for the counts of the field. */
export type FieldChange = {
  key: string;
  /** How the number of contacts that have the key changes. */
  presence: -1 | 0 | 1;
  /** The values to count down and up; null for none, or for one that is not counted (D-221). */
  oldValue: CountedValue | null;
  newValue: CountedValue | null;
  /** The types of the values themselves, not of the field; null where there is no value. */
  oldType: FieldType | null;
  newType: FieldType | null;
};

const maxCountedLength = 200;

/** The keys that differ between two states of one contact's data, ordered by key. A stored null counts as absent. */
export function fieldChanges(before: JsonObject, after: JsonObject): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  // Why: all callers that add these to shared counters then lock them in the same order.
  return [...keys].sort().flatMap((key) => {
    const old = ownValue(before, key) ?? null;
    const now = ownValue(after, key) ?? null;
    return sameJson(old, now) ? [] : [changeOf(key, old, now)];
  });
}

/** A change that happened to several contacts; without `times`, to one. */
export type SummedChange = FieldChange & { times?: number };

/** Merges equal changes, so that a batch of contacts leaves a short record. */
export function sumChanges(changes: readonly FieldChange[]): SummedChange[] {
  const sums = new Map<string, SummedChange>();
  for (const change of changes) {
    const name = nameOf(change);
    const sum = sums.get(name);
    if (sum) sum.times = (sum.times ?? 1) + 1;
    else sums.set(name, { ...change });
  }
  return [...sums.values()];
}

/** Why: quicker than JSON, and neither keys nor values contain a zero byte. */
const nameOf = ({ key, oldValue, newValue, oldType, newType }: FieldChange): string =>
  `${key}\0${oldType} ${newType} ${typeof oldValue} ${typeof newValue}\0${oldValue}\0${newValue}`;

function changeOf(key: string, old: JsonValue, now: JsonValue): FieldChange {
  return {
    key,
    presence: presenceChange(old, now),
    oldValue: countedValue(old),
    newValue: countedValue(now),
    oldType: old === null ? null : inferType(old),
    newType: now === null ? null : inferType(now),
  };
}

function presenceChange(old: JsonValue, now: JsonValue): -1 | 0 | 1 {
  if (old === null) return 1;
  return now === null ? -1 : 0;
}

function countedValue(value: JsonValue): CountedValue | null {
  if (value === null || typeof value === 'object') return null;
  return typeof value === 'string' && isLongerThan(value, maxCountedLength) ? null : value;
}
