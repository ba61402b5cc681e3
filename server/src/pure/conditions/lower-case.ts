/**
 * Lower-casing of the Unicode root locale (D-313), with both small sigmas alike.
 * Why: which sigma a capital becomes depends on its neighbours, so a part of a word would not be found in the word.
 * Invariant: the lower case of a text is that of its characters, one after the other.
 */
export const lowerCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** A character outside ASCII and what it becomes. */
export type CaseChange = { readonly from: string; readonly to: string };

/**
 * The characters outside ASCII that can become part of `lowered`. A database that changes these, and A to Z, finds the
 * text as this process would, whatever its own locale and version of Unicode are.
 */
export function changesInto(lowered: string): CaseChange[] {
  known ??= changesByLetter();
  const found = new Set<CaseChange>();
  for (const letter of lowered) for (const change of known.get(letter) ?? []) found.add(change);
  return [...found];
}

let known: Map<string, CaseChange[]> | undefined;

/** About 1,450 characters by the letters they become; computed once, in about 30 ms. */
function changesByLetter(): Map<string, CaseChange[]> {
  const byLetter = new Map<string, CaseChange[]>();
  for (const from of changingLetters()) {
    const change = { from, to: lowerCase(from) };
    for (const letter of change.to) byLetter.set(letter, [...(byLetter.get(letter) ?? []), change]);
  }
  return byLetter;
}

function changingLetters(): string[] {
  // Letters with a case are in the first two planes.
  const all = Array.from({ length: 0x1ff80 }, (_, index) => String.fromCodePoint(0x80 + index)).join('');
  return ['ς', ...(all.match(/\p{Changes_When_Lowercased}/gu) ?? [])];
}
