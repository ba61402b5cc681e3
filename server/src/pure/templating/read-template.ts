import { limits } from '#pure/limits';
import { type Block, closeBlocks, openBlock, stepIntoBlock } from './blocks.ts';
import { type Cursor, expectEnd } from './cursor.ts';
import { type NeededOutput, pathOf } from './needed-output.ts';
import { type ExpressionContext, readFiltered } from './read-expression.ts';
import { tagReaders } from './read-tag.ts';
import type { VariableName } from './read-value.ts';
import { type Part, scan } from './scan.ts';
import { errorAt, type TemplateError, TemplateFault } from './template-error.ts';

/** A text as the engine runs it. `program` contains nothing as the author wrote it: texts are referred to by number. */
export interface TemplateReading {
  readonly program: string;
  readonly texts: readonly string[];
  /** The variables that the text uses, in order of appearance, without those that it sets itself. */
  readonly variables: readonly string[];
  /** The outputs that print nothing where their path has no value; the first one of each path. */
  readonly needed: readonly NeededOutput[];
  readonly errors: readonly TemplateError[];
}

interface TemplateDraft {
  readonly source: string;
  readonly isSaving: boolean;
  readonly pieces: string[];
  readonly texts: string[];
  readonly variables: Set<string>;
  readonly needed: Map<string, NeededOutput>;
  readonly blocks: Block[];
  /** Names set by `assign` and `capture` so far. */
  readonly own: Set<string>;
  readonly faults: TemplateFault[];
  readonly budget: { terms: number };
}

const maxErrors = limits.templateErrorsListed;
const silent = new Set(['raw', 'comment']);

/** Reads a text in our language and translates it to the engine's. Linear in the length of the text. */
export function readTemplate(source: string, mode: 'saving' | 'sending'): TemplateReading {
  const draft: TemplateDraft = {
    source,
    isSaving: mode === 'saving',
    pieces: [],
    texts: [],
    variables: new Set(),
    needed: new Map(),
    blocks: [],
    own: new Set(),
    faults: [],
    budget: { terms: 0 },
  };
  try {
    if (Buffer.byteLength(source) > limits.templateBytes) throw tooBig(0, 'The text is larger than 512 KB.');
    readParts(draft);
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
    draft.faults.push(error);
  }
  const errors = draft.faults.toSorted((a, b) => a.at - b.at).slice(0, maxErrors);
  return {
    program: draft.pieces.join(''),
    texts: draft.texts,
    variables: [...draft.variables],
    needed: [...draft.needed.values()],
    errors: errors.map((fault) => errorAt(source, fault)),
  };
}

function readParts(draft: TemplateDraft): void {
  let nodes = 0;
  for (const part of scan(draft.source)) {
    if (part.kind !== 'text' && ++nodes > limits.templateTags) {
      throw tooBig(part.at, 'The text has more than 5,000 outputs and tags.');
    }
    // Why: a wrong output must not hide errors further down.
    try {
      readPart(draft, part);
    } catch (error) {
      if (!(error instanceof TemplateFault) || error.code === 'too_big') throw error;
      draft.faults.push(error);
      if (draft.faults.length > maxErrors) return;
    }
  }
  draft.faults.push(...closeBlocks(draft.blocks));
}

function readPart(draft: TemplateDraft, part: Part): void {
  if (part.kind === 'text') {
    draft.pieces.push(`{% text ${draft.texts.length} %}`);
    draft.texts.push(part.text);
    return;
  }
  const cursor = { source: draft.source, at: part.from, end: part.to, budget: draft.budget };
  if (part.kind === 'output') {
    const program = readFiltered(cursor, outputContext(draft, part.at));
    expectEnd(cursor);
    draft.pieces.push(`{{ ${program} }}`);
    return;
  }
  if (silent.has(part.name)) expectEnd(cursor);
  else readTag(draft, part, cursor);
}

function readTag(draft: TemplateDraft, part: Part & { kind: 'tag' }, cursor: Cursor): void {
  const read = Object.hasOwn(tagReaders, part.name) ? tagReaders[part.name] : undefined;
  if (!read) throw new TemplateFault(part.at, `Unknown tag '${part.name}'.`, unknownTagHint(part.name));
  // Why: the block is opened even if its condition is wrong; otherwise its end would be reported too.
  const block = openBlock(part.name, part.at);
  if (block) draft.blocks.push(block);
  else stepIntoBlock(draft.blocks, part.name, part.at);
  if (draft.blocks.length > limits.templateLevels) throw tooBig(part.at, 'Tags are nested deeper than 32.');
  const { program, sets } = read(cursor, tagContext(draft, part.name));
  draft.pieces.push(program);
  if (sets !== undefined && block?.name === 'for') block.variable = sets;
  else if (sets !== undefined) draft.own.add(sets);
}

const conditions = new Set(['if', 'elsif', 'unless', 'case', 'when']);

function outputContext(draft: TemplateDraft, at: number): ExpressionContext {
  const onNeeded = (name: VariableName): void => {
    const path = pathOf(name);
    const isTested = draft.blocks.some(({ tests }) => tests.has(path));
    if (isTested || isSetByText(draft, name) || draft.needed.has(path)) return;
    draft.needed.set(path, { at, path, chain: name.chain, keys: name.keys });
  };
  return { isOutput: true, isSaving: draft.isSaving, onName: (name) => addVariable(draft, name), onNeeded };
}

function tagContext(draft: TemplateDraft, tag: string): ExpressionContext {
  const tests = conditions.has(tag) ? draft.blocks.at(-1)?.tests : undefined;
  const onName = (name: VariableName): void => {
    addVariable(draft, name);
    tests?.add(pathOf(name));
  };
  return { isOutput: false, isSaving: draft.isSaving, onName };
}

function addVariable(draft: TemplateDraft, name: VariableName): void {
  if (!isSetByText(draft, name)) draft.variables.add(name.shown);
}

/** By `assign` or `capture`, or by a loop around it. */
function isSetByText({ own, blocks }: TemplateDraft, { chain }: VariableName): boolean {
  const [root = ''] = chain.split('.', 1);
  if (own.has(root) || blocks.some((block) => block.variable === root)) return true;
  return root === 'forloop' && blocks.some((block) => block.name === 'for');
}

const tooBig = (at: number, message: string): TemplateFault => new TemplateFault(at, message, undefined, 'too_big');

const unknownTagHint = (name: string): string | undefined =>
  /^(include|render|layout|block|section)$/.test(name) ? 'A text cannot include other texts.' : undefined;
