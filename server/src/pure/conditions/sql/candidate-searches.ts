import type { JsonObject, JsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { lowerCase } from '../lower-case.ts';
import type { Condition, EqualsOperand, Filter, Group, KeyPath, TextOperand } from '../tree.ts';
import type { CompileOptions } from './options.ts';

/** What indexes can find: a contact of whom one of these is true. The function segment_candidates reads it as JSON. */
export type CandidateSearch = {
  /** `data` contains one of these. */
  readonly objects: readonly JsonObject[];
  /** The texts of `data` in lower case, as JSON, are like one of these. */
  readonly patterns: readonly string[];
  /** The address is like one of these. */
  readonly emails: readonly string[];
  /** `data` has a decimal number as text. */
  readonly decimals: boolean;
};

/**
 * Searches that find few contacts if the condition is selective, the most promising first; none when no index can help.
 * Invariant: each search finds every contact that matches the condition. Most find others as well.
 */
export const candidateSearches = (tree: Condition, options: CompileOptions): CandidateSearch[] =>
  searchesOfTree(tree, options, 0).slice(0, maxSearches);

const maxSearches = 4;
const maxPartLength = 64;
/** Each alternative is a search in an index of its own. */
const maxAlternatives = 30;

function searchesOfTree(tree: Condition, options: CompileOptions, chain: number): CandidateSearch[] {
  const groups = tree.groups.map((group) => searchesOfGroup(group, options, chain));
  return tree.logic === 'AND' ? bestOf(groups.flat()) : eitherOf(groups);
}

function searchesOfGroup({ filters, conditions }: Group, options: CompileOptions, chain: number): CandidateSearch[] {
  const below = conditions ? searchesOfTree(conditions, options, chain) : [];
  return bestOf([...filters.flatMap((filter) => searchesOfFilter(filter, options, chain)), ...below]);
}

/** Of several that must all be true each one will do, and equal values together are rarer than each of them. */
function bestOf(searches: readonly CandidateSearch[]): CandidateSearch[] {
  const sorted = searches.toSorted((left, right) => rank(left) - rank(right));
  const single = sorted.flatMap(({ objects, patterns, emails, decimals }) =>
    objects.length === 1 && patterns.length + emails.length === 0 && !decimals ? objects : [],
  );
  const keys = single.flatMap((object) => Object.keys(object));
  if (single.length < 2 || new Set(keys).size < keys.length) return sorted;
  return [{ ...nothing, objects: [Object.fromEntries(single.flatMap(Object.entries))] }, ...sorted];
}

/** Equal values are found at once, parts of texts by the intersection of long lists. */
const rank = ({ objects, patterns, emails }: CandidateSearch): number =>
  patterns.length + emails.length === 0 ? objects.length : maxAlternatives + patterns.length + emails.length;

/** Where one of several is enough, all of them are searched for. */
function eitherOf(groups: readonly CandidateSearch[][]): CandidateSearch[] {
  const firsts = groups.flatMap(([first]) => first ?? []);
  if (firsts.length === 0 || firsts.length < groups.length) return [];
  const search = {
    objects: firsts.flatMap(({ objects }) => objects),
    patterns: firsts.flatMap(({ patterns }) => patterns),
    emails: firsts.flatMap(({ emails }) => emails),
    decimals: firsts.some(({ decimals }) => decimals),
  };
  return search.objects.length + search.patterns.length + search.emails.length <= maxAlternatives ? [search] : [];
}

const nothing: CandidateSearch = { objects: [], patterns: [], emails: [], decimals: false };

/** Negations, presence and ranges match many contacts, and a moment has many texts. Events and lists have indexes that row security leaves usable. */
function searchesOfFilter({ meaning }: Filter, options: CompileOptions, chain: number): CandidateSearch[] {
  if (meaning.kind === 'segment') {
    const segment = meaning.isWanted && chain < limits.segmentChain ? options.segment(meaning.id) : undefined;
    return segment?.kind === 'tree' ? searchesOfTree(segment.tree, options, chain + 1) : [];
  }
  if ((meaning.kind !== 'equals' && meaning.kind !== 'contains') || meaning.isNegated) return [];
  const { of } = meaning;
  if (of.kind === 'email' && meaning.kind === 'contains') {
    const emails = patternsFor(meaning.operand.text);
    return emails ? [{ ...nothing, emails }] : [];
  }
  if (of.kind !== 'data') return [];
  return meaning.kind === 'equals' ? equalsIn(of, meaning.operand) : containsIn(of, meaning.operand);
}

function equalsIn(of: KeyPath, operand: EqualsOperand): CandidateSearch[] {
  if (operand.kind === 'number') return equalsNumber(of, operand.number);
  if (operand.kind !== 'text') return [];
  const { text, reading } = operand;
  switch (reading.kind) {
    case 'plain':
      return [{ ...nothing, objects: objectsWith(of, text) }];
    case 'number':
      return [{ ...nothing, objects: [...objectsWith(of, text), ...objectsWith(of, reading.number)] }];
    case 'boolean':
      return [{ ...nothing, objects: [...objectsWith(of, text), ...objectsWith(of, reading.boolean)] }];
    default:
      return []; // a moment has many texts
  }
}

/**
 * The number itself, or a text that means it: `42`, but also `42.0` and `41.999999999999999`, which no 64-bit float tells
 * from 42. Of those with a point every contact is a candidate.
 */
function equalsNumber(of: KeyPath, number: number): CandidateSearch[] {
  const texts = number === 0 ? ['0', '-0'] : [String(number)];
  const objects = [...objectsWith(of, number), ...texts.flatMap((text) => objectsWith(of, text))];
  return [{ ...nothing, objects, decimals: true }];
}

/** A part of a text, or an item of an array, which then is such a text itself, or the same number or boolean. */
function containsIn(of: KeyPath, { text, reading }: TextOperand): CandidateSearch[] {
  const patterns = patternsFor(text);
  if (!patterns) return [];
  if (reading.kind === 'plain') return [{ ...nothing, patterns }];
  if ('at' in reading) return [];
  const item = reading.kind === 'number' ? reading.number : reading.boolean;
  return [{ ...nothing, objects: objectsWith(of, [item]), patterns }];
}

/** The path rule (D-307): the exact key, or a path through objects. */
function objectsWith({ key, path }: KeyPath, value: JsonValue): JsonObject[] {
  const exact = { [key]: value };
  if (!path) return [exact];
  const nested = path.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value);
  return [exact, nested as JsonObject]; // a path has steps
}

/**
 * A pattern for texts with this part; null when it has no three letters or digits of ASCII in a row, which is what the
 * index needs. The beginning of a long part is enough. Every other character may be anything: written as an escape in JSON, in another case, or a wildcard.
 */
function patternsFor(text: string): string[] | null {
  const pattern = `%${lowerCase(text).slice(0, maxPartLength)}%`.replaceAll(/[^a-z0-9 .,:;@/+-]+/g, '%');
  return /[a-z0-9]{3}/.test(pattern) ? [pattern] : null;
}
