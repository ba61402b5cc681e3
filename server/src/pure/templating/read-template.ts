import type { Block } from './blocks.ts';
import { closeBlocks, openBlock, stepIntoBlock } from './blocks.ts';
import type { Cursor } from './cursor.ts';
import { expectEnd } from './cursor.ts';
import { limits } from './limits.ts';
import type { Manner } from './read-expression.ts';
import { readFiltered } from './read-expression.ts';
import { tagReaders } from './read-tag.ts';
import type { Name } from './read-value.ts';
import type { Part } from './scan.ts';
import { scan } from './scan.ts';
import type { TemplateError } from './template-error.ts';
import { errorAt, Fault } from './template-error.ts';

/** A text as the engine runs it. Nothing an author wrote stands in `program` as it is: texts are named by number. */
export interface Reading {
  readonly program: string;
  readonly texts: readonly string[];
  /** What the text asks for, in order of appearance; what it sets itself is not among them. */
  readonly variables: readonly string[];
  readonly errors: readonly TemplateError[];
}

interface Draft {
  readonly source: string;
  readonly isSaving: boolean;
  readonly pieces: string[];
  readonly texts: string[];
  readonly variables: Set<string>;
  readonly blocks: Block[];
  /** Names set by `assign` and `capture` so far. */
  readonly own: Set<string>;
  readonly faults: Fault[];
  readonly budget: { terms: number };
}

const mostErrors = 20;
const silent = new Set(['raw', 'comment']);

/** Reads a text in our language and writes it in the engine's. Linear in the length of the text. */
export function readTemplate(source: string, manner: 'saving' | 'sending'): Reading {
  const draft: Draft = {
    source,
    isSaving: manner === 'saving',
    pieces: [],
    texts: [],
    variables: new Set(),
    blocks: [],
    own: new Set(),
    faults: [],
    budget: { terms: 0 },
  };
  try {
    if (Buffer.byteLength(source) > limits.sourceBytes) throw tooBig(0, 'The text is larger than 512 KB.');
    readParts(draft);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    draft.faults.push(error);
  }
  const errors = draft.faults.toSorted((a, b) => a.at - b.at).slice(0, mostErrors);
  return {
    program: draft.pieces.join(''),
    texts: draft.texts,
    variables: [...draft.variables],
    errors: errors.map((fault) => errorAt(source, fault)),
  };
}

function readParts(draft: Draft): void {
  let nodes = 0;
  for (const part of scan(draft.source)) {
    if (part.kind !== 'text' && ++nodes > limits.nodes) {
      throw tooBig(part.at, 'The text has more than 5,000 outputs and tags.');
    }
    // Why: a wrong output does not hide what is wrong further down.
    try {
      readPart(draft, part);
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'too_big') throw error;
      draft.faults.push(error);
      if (draft.faults.length > mostErrors) return;
    }
  }
  draft.faults.push(...closeBlocks(draft.blocks));
}

function readPart(draft: Draft, part: Part): void {
  if (part.kind === 'text') {
    draft.pieces.push(`{% text ${draft.texts.length} %}`);
    draft.texts.push(part.text);
    return;
  }
  const cursor = { source: draft.source, at: part.from, end: part.to, budget: draft.budget };
  if (part.kind === 'output') {
    const program = readFiltered(cursor, mannerOf(draft, true));
    expectEnd(cursor);
    draft.pieces.push(`{{ ${program} }}`);
    return;
  }
  if (silent.has(part.name)) expectEnd(cursor);
  else readTag(draft, part, cursor);
}

function readTag(draft: Draft, part: Part & { kind: 'tag' }, cursor: Cursor): void {
  const read = Object.hasOwn(tagReaders, part.name) ? tagReaders[part.name] : undefined;
  if (!read) throw new Fault(part.at, `Unknown tag '${part.name}'.`, unknownTagHint(part.name));
  // Why: the block stands even if its condition is wrong; otherwise its end would be reported too.
  const block = openBlock(part.name, part.at);
  if (block) draft.blocks.push(block);
  else stepIntoBlock(draft.blocks, part.name, part.at);
  if (draft.blocks.length > limits.nesting) throw tooBig(part.at, 'Tags are nested deeper than 32.');
  const { program, sets } = read(cursor, mannerOf(draft, false));
  draft.pieces.push(program);
  if (sets !== undefined && block?.name === 'for') block.variable = sets;
  else if (sets !== undefined) draft.own.add(sets);
}

function mannerOf(draft: Draft, isOutput: boolean): Manner {
  const onName = ({ chain, shown }: Name): void => {
    const [root = ''] = chain.split('.', 1);
    const isOwn = draft.own.has(root) || draft.blocks.some((block) => block.variable === root);
    const isLoop = root === 'forloop' && draft.blocks.some((block) => block.name === 'for');
    if (!isOwn && !isLoop) draft.variables.add(shown);
  };
  return { isOutput, isSaving: draft.isSaving, onName };
}

const tooBig = (at: number, message: string): Fault => new Fault(at, message, undefined, 'too_big');

const unknownTagHint = (name: string): string | undefined =>
  /^(include|render|layout|block|section)$/.test(name) ? 'A text cannot include other texts.' : undefined;
