import type { JsonObject } from '#pure/custom-fields';
import type { Condition } from '../tree.ts';

export type CompileOptions = {
  /** One moment for the whole evaluation. */
  readonly now: Date;
  readonly segment: (id: string) => SegmentSource;
  /** Keys removed from all contacts and not written since (D-319). */
  readonly deletedKeys: ReadonlySet<string>;
  /** The recorded names of a canonical name; several if a segment has former slugs. */
  readonly eventNames?: (name: string) => readonly string[];
  readonly context?: JsonObject;
};

/** `list` is a segment whose members are rows of segment_members. */
export type SegmentSource =
  | { readonly kind: 'tree'; readonly tree: Condition }
  | { readonly kind: 'list' }
  | { readonly kind: 'missing' };
