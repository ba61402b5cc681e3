import type { JsonObject } from '#pure/custom-fields';

/** Which records use this one: the features above register a finder for each kind that they can refer to. */
export type ReferenceTarget = 'field' | 'event' | 'template' | 'segment' | 'domain';

export interface Reference {
  readonly by: 'segment' | 'campaign' | 'workflow' | 'workflow-step' | 'template' | 'emails';
  readonly id: string;
  readonly name: string;
  readonly status?: string;
  /** How it is used, for example `trigger` or `condition`. */
  readonly as?: readonly string[];
  /** How many there are, where single ones are not named: mail sent from a template. */
  readonly count?: number;
  /** The workflow of a workflow step. */
  readonly workflow?: { readonly id: string; readonly name: string };
}

export type FindReferences<Reader> = (reader: Reader, key: string) => Promise<readonly Reference[]>;
export interface ReferenceFinders<Reader> extends Partial<Record<ReferenceTarget, FindReferences<Reader>>> {
  /** All names under which the same event was recorded, this one included; none where the feature does not know it. */
  eventNames?: (reader: Reader, name: string) => Promise<readonly string[]>;
  /** What all events about an email have in common, by the id of the email; an unknown id is left out. */
  emailData?: (reader: Reader, emailIds: readonly string[]) => Promise<ReadonlyMap<string, JsonObject>>;
}

export interface References<Reader> {
  find(reader: Reader, target: ReferenceTarget, key: string): Promise<readonly Reference[]>;
  /** A search for an event by its name uses all of these: names change with what they are derived from (D-403). */
  eventNames(reader: Reader, name: string): Promise<readonly string[]>;
  /** An event about an email stores its own data alone; what shows the event adds these (D-841). One call for a page. */
  emailData(reader: Reader, emailIds: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
}

export function makeReferences<Reader>(finders: readonly ReferenceFinders<Reader>[]): References<Reader> {
  return {
    async find(reader, target, key) {
      const found: Reference[] = [];
      for (const finder of finders) found.push(...((await finder[target]?.(reader, key)) ?? []));
      return found;
    },
    async eventNames(reader, name) {
      const names = new Set([name]);
      for (const finder of finders)
        for (const other of (await finder.eventNames?.(reader, name)) ?? []) names.add(other);
      return [...names];
    },
    async emailData(reader, emailIds) {
      const found = new Map<string, JsonObject>();
      for (const finder of finders)
        for (const [id, data] of (await finder.emailData?.(reader, emailIds)) ?? []) found.set(id, data);
      return found;
    },
  };
}
