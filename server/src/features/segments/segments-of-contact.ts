import { sql } from 'kysely';
import type { Contact } from '#features/contacts';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings, isStatementTimeout } from '#platform/db';
import { evaluate } from '#pure/conditions';
import { limits } from '#pure/limits';
import { loadAudience } from './audience.ts';
import { loadContactFacts } from './load-contact-facts.ts';
import type { Segment } from './segment.ts';

export interface ContactSegment extends Pick<Segment, 'id' | 'name' | 'type'> {
  /** Since when it is listed; null for a dynamic segment whose members are not tracked. */
  readonly since: Date | null;
}

export interface ContactSegments {
  /** In the order of their names. */
  readonly segments: readonly ContactSegment[];
  /** False: there was no time to try every tree, or there are more than are listed. */
  readonly isComplete: boolean;
}

/** The segments that this contact belongs to now. Every tree is tried in memory, lists of members first, within the time given (D-1062). */
export async function segmentsOfContact(
  ctx: ProjectContext,
  contact: Contact,
  withinMs: number = limits.contactSegmentsMilliseconds,
): Promise<ContactSegments> {
  const deadline = performance.now() + withinMs;
  try {
    return await ctx.read((reader) => trySegments(reader, contact, deadline));
  } catch (error) {
    if (isStatementTimeout(error)) return { segments: [], isComplete: false };
    throw error;
  }
}

async function trySegments(reader: ProjectReader, contact: Contact, deadline: number): Promise<ContactSegments> {
  applySettings(reader.db, { statement_timeout: String(limits.contactSegmentsMilliseconds), jit: 'off' });
  const audience = await loadAudience(reader);
  const all = [...audience.segments.values()];
  const since = await loadSince(reader, contact);
  const trees = all.flatMap(({ tree }) => tree ?? []);
  const facts = (await loadContactFacts(reader, audience, trees, [contact])).get(contact.id);
  const found = all.filter(({ id, tree }) => !tree && since.has(id));
  let isComplete = true;
  for (const segment of all) {
    if (!segment.tree || !facts) continue;
    isComplete = performance.now() < deadline;
    if (!isComplete) break;
    if (evaluate(segment.tree, facts)) found.push(segment);
  }
  const max = limits.contactSegmentsListed;
  return {
    segments: found
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .slice(0, max)
      .map(({ id, name, type }) => ({ id, name, type, since: since.get(id) ?? null })),
    isComplete: isComplete && found.length <= max,
  };
}

async function loadSince({ db, projectId }: ProjectReader, contact: Contact): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ segmentId: string; since: Date }>`
    select segment_id, since from segment_members where project_id = ${projectId} and contact_id = ${contact.id}`.execute(
    db,
  );
  return new Map(rows.map(({ segmentId, since }) => [segmentId, since]));
}
