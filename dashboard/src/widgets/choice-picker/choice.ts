/** Something that can be picked from a list. */
export type Choice = {
  readonly value: string;
  readonly label: string;
  /** The heading it stands under; choices of one group come together. */
  readonly group?: string | undefined;
  /** A quiet word before the label: "data", "event". */
  readonly kind?: string | undefined;
  /** A quiet word at the end: a type, an offset. */
  readonly note?: string | undefined;
  readonly count?: number | undefined;
};

export type ChoiceGroup = { readonly name: string | undefined; readonly choices: readonly Choice[] };

/** Groups in the order of their first choice. */
export function groupsOf(choices: readonly Choice[]): ChoiceGroup[] {
  const groups = new Map<string | undefined, Choice[]>();
  for (const choice of choices) {
    const group = groups.get(choice.group);
    if (group) group.push(choice);
    else groups.set(choice.group, [choice]);
  }
  return [...groups].map(([name, members]) => ({ name, choices: members }));
}

/** At most this many rows: beyond it one types more letters. */
export const maxShown = 100;

/** What the list offers: recent ones first while nothing is typed, then what was found, then the typed text itself. */
export function offered(
  found: readonly Choice[],
  recent: readonly Choice[],
  typed: string,
  free: ((text: string) => Choice | null) | undefined,
): Choice[] {
  const text = typed.trim();
  const first = text === '' ? recent.map((choice) => ({ ...choice, group: 'Recent' })) : [];
  const taken = new Set(first.map((choice) => choice.value));
  const rest = found.filter((choice) => !taken.has(choice.value)).slice(0, maxShown);
  const own = text === '' ? null : (free?.(text) ?? null);
  const isNew = own !== null && ![...first, ...rest].some((choice) => choice.value === own.value);
  const all = [...first, ...rest, ...(isNew ? [own] : [])];
  // Why: the keys walk the list in this order, which has to be the order on the screen.
  return groupsOf(all).flatMap((group) => group.choices);
}

/** Finds in a list that is known whole: every word has to occur. */
export function searchIn(choices: readonly Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const text = `${choice.kind ?? ''} ${choice.label} ${choice.value} ${choice.note ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
