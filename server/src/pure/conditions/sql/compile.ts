import { limits } from '#pure/limits';
import { lookUp } from '../facts.ts';
import { testValue } from '../test-value.ts';
import type { Condition, Filter, Group, KeyPath, Meaning, ValueMeaning } from '../tree.ts';
import { compileEvent } from './compile-event.ts';
import { compileStandard } from './compile-standard.ts';
import { compileValue } from './compile-value.ts';
import type { CompileOptions, SegmentSource } from './options.ts';
import { always, joined, never, piece, type SqlPiece } from './piece.ts';
import { exactSourceOf, hasExactKey, sourceOf } from './source.ts';

/**
 * The condition as an expression over one row `c` of contacts: true for a match, false or null otherwise.
 * Invariant: it does not restrict the project. The caller adds that, and every subquery names c.project_id.
 */
export const compile = (tree: Condition, options: CompileOptions): SqlPiece =>
  compileTree(tree, withBudget(options), 0);

/** Why: trees that refer to each other many times would exhaust the memory. Trees checked when saved stay far below. */
function withBudget(options: CompileOptions): CompileOptions {
  let trees = 0;
  return {
    ...options,
    segment(id) {
      trees += 1;
      if (trees > maxReferences)
        throw new Error('The references of this condition were not checked when it was saved.');
      return options.segment(id);
    },
  };
}

const maxReferences = 5_000;

function compileTree(tree: Condition, options: CompileOptions, chain: number): SqlPiece {
  const groups = tree.groups.map((group) => compileGroup(group, options, chain));
  return joined(groups, tree.logic === 'AND' ? 'and' : 'or');
}

function compileGroup({ filters, conditions }: Group, options: CompileOptions, chain: number): SqlPiece {
  const parts = filters.map((filter) => compileFilter(filter, options, chain));
  return joined(conditions ? [...parts, compileTree(conditions, options, chain)] : parts, 'and');
}

function compileFilter({ meaning }: Filter, options: CompileOptions, chain: number): SqlPiece {
  if (meaning.kind === 'segment') return compileSegment(meaning, options, chain);
  if (meaning.kind === 'event') return compileEvent(meaning, options);
  const { of } = meaning;
  if (of.kind === 'data') return compileData(meaning, of, options);
  if (of.kind !== 'context') return compileStandard(meaning, of.kind, options.now);
  // The context is the same for every row, so the result is known here.
  return testValue(meaning, lookUp(options.context ?? {}, of), options.now) ? always : never;
}

/** The counterpart of customValue in facts.ts. */
function compileData(meaning: ValueMeaning, of: KeyPath, { deletedKeys, now }: CompileOptions): SqlPiece {
  if (deletedKeys.has(of.key)) return never;
  const first = of.path?.[0];
  if (first === undefined || !deletedKeys.has(first)) return compileValue(meaning, sourceOf(of), now);
  return piece`(${hasExactKey(of)} and ${compileValue(meaning, exactSourceOf(of), now)})`;
}

/** Limit: beyond the fifth reference a segment counts as missing (D-303). Missing, it has no members and no non-members. */
function compileSegment(
  { id, isWanted }: Extract<Meaning, { kind: 'segment' }>,
  options: CompileOptions,
  chain: number,
): SqlPiece {
  const segment: SegmentSource = chain < limits.segmentChain ? options.segment(id) : { kind: 'missing' };
  switch (segment.kind) {
    case 'missing':
      return never;
    case 'tree': {
      const inside = compileTree(segment.tree, options, chain + 1);
      return isWanted ? piece`(${inside})` : piece`(${inside}) is not true`;
    }
    case 'list': {
      const listed = piece`exists (select from segment_members m where m.project_id = c.project_id and m.segment_id = ${id}::uuid and m.contact_id = c.id)`;
      return isWanted ? listed : piece`not ${listed}`;
    }
  }
}
