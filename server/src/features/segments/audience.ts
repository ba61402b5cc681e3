import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import {
  type CompileOptions,
  type Condition,
  compile,
  eventNamesOf,
  type SegmentSource,
  type SqlPiece,
  segmentIdsOf,
} from '#pure/conditions';
import { canonicalEventName } from '#pure/event-names';
import { type Segment, segmentColumns, toSegment } from './segment.ts';

/** What conditions of a project refer to: its segments, their slugs, and the keys that were removed. */
export interface Audience {
  readonly segments: ReadonlyMap<string, Segment>;
  readonly options: CompileOptions;
  /** The tree as an expression over a row `c` of contacts. */
  matches(tree: Condition): RawBuilder<boolean>;
  /** Recorded names a tree mentions, through the segments it refers to and under former slugs as well. */
  watchedEvents(tree: Condition): string[];
}

/** The moment and the segments of an evaluation that began earlier. */
export interface AudienceMoment {
  readonly now: Date;
  readonly segments: ReadonlyMap<string, SegmentSource>;
}

/**
 * Limit: a project's segments are few; all of them are loaded, with one moment for the whole evaluation. With `frozen` conditions see
 * these segments, as they were then.
 */
export async function loadAudience(reader: ProjectReader, frozen?: AudienceMoment): Promise<Audience> {
  const { db, projectId } = reader;
  const rows = await db.selectFrom('segments').select(segmentColumns).where('projectId', '=', projectId).execute();
  const slugs = await db
    .selectFrom('segmentSlugs')
    .select(['slug', 'segmentId'])
    .where('projectId', '=', projectId)
    .execute();
  const removed = await db
    .selectFrom('contactFields')
    .select('key')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is not', null)
    .execute();
  const segments = new Map(rows.map((row) => [row.id, toSegment(row)]));
  const options: CompileOptions = {
    now: frozen?.now ?? reader.now,
    deletedKeys: new Set(removed.map(({ key }) => key)),
    segment: (id) => (frozen ? (frozen.segments.get(id) ?? { kind: 'missing' }) : sourceOf(segments.get(id))),
    eventNames: (name) => recordedNames(canonicalEventName(name), slugs),
  };
  return {
    segments,
    options,
    matches: (tree) => toSql<boolean>(compile(tree, options)),
    watchedEvents: (tree) => [
      ...new Set(namesIn(tree, options.segment, new Set()).flatMap((name) => recordedNames(name, slugs))),
    ],
  };
}

const sourceOf = (segment: Segment | undefined): SegmentSource => {
  if (!segment) return { kind: 'missing' };
  return segment.tree ? { kind: 'tree', tree: segment.tree } : { kind: 'list' };
};

/** Converts compiled SQL for the query builder: texts, with a parameter between each two. */
export const toSql = <T>({ text, values }: SqlPiece): RawBuilder<T> =>
  sql<T>(text as unknown as TemplateStringsArray, ...values); // the tag only walks over the texts

/** The names under which membership of one segment was recorded: its present slug and its former ones (D-332). */
export function recordedNames(name: string, slugs: readonly { slug: string; segmentId: string }[]): string[] {
  const slug = slugIn(name);
  const change = name.slice(name.lastIndexOf('.') + 1);
  const owner = slugs.find((known) => known.slug === slug);
  if (!owner) return [name];
  return slugs
    .filter(({ segmentId }) => segmentId === owner.segmentId)
    .map((known) => `segment.${known.slug}.${change}`);
}

/** The slug in the name of an event of a segment. */
export const slugIn = (name: string): string | null => /^segment\.(.+)\.(?:entry|exit)$/.exec(name)?.[1] ?? null;

function namesIn(tree: Condition, segment: CompileOptions['segment'], seen: Set<string>): string[] {
  const below = segmentIdsOf(tree).flatMap((id) => {
    const source = segment(id);
    if (source.kind !== 'tree' || seen.has(id)) return [];
    seen.add(id);
    return namesIn(source.tree, segment, seen);
  });
  return [...eventNamesOf(tree), ...below];
}

/** Ids of the segments whose results depend on this one, also through others; itself left out. */
export function dependentsOf(id: string, segments: ReadonlyMap<string, Segment>): string[] {
  const found = new Set<string>();
  for (let grows = true; grows; ) {
    const size = found.size;
    for (const segment of segments.values()) {
      const refersTo = segment.tree ? segmentIdsOf(segment.tree) : [];
      if (refersTo.some((target) => target === id || found.has(target))) found.add(segment.id);
    }
    grows = found.size > size;
  }
  found.delete(id);
  return [...found];
}
