import { TemplateFault } from './template-error.ts';

/** A tag that is open until its end tag. */
export interface Block {
  readonly name: string;
  readonly at: number;
  hasElse: boolean;
  /** The name a loop gives to its item. */
  variable?: string;
  /** The paths that its conditions have named so far. */
  readonly tests: Set<string>;
}

/** Which tags have an end tag, and which tags are allowed in between. */
const between: Readonly<Record<string, readonly string[]>> = {
  if: ['elsif', 'else'],
  unless: ['elsif', 'else'],
  case: ['when', 'else'],
  for: ['else'],
  capture: [],
};

const loopTags = new Set(['break', 'continue']);

export const openBlock = (name: string, at: number): Block | null =>
  Object.hasOwn(between, name) ? { name, at, hasElse: false, tests: new Set() } : null;

/** Checks a tag that opens no block against the blocks around it; an end tag closes its block. */
export function stepIntoBlock(blocks: Block[], name: string, at: number): void {
  if (name.startsWith('end')) closeBlock(blocks, name, at);
  else checkBetween(blocks, name, at);
}

function checkBetween(blocks: readonly Block[], name: string, at: number): void {
  const top = blocks.at(-1);
  if (loopTags.has(name)) {
    if (!blocks.some((block) => block.name === 'for'))
      throw new TemplateFault(at, `Tag '${name}' belongs inside 'for'.`);
    return;
  }
  if (!Object.values(between).some((names) => names.includes(name))) return;
  if (!top || !between[top.name]?.includes(name)) throw new TemplateFault(at, `Tag '${name}' has no place here.`);
  if (top.hasElse) throw new TemplateFault(at, `Tag '${name}' cannot follow 'else'.`);
  if (name === 'else') top.hasElse = true;
}

function closeBlock(blocks: Block[], name: string, at: number): void {
  const opener = name.slice('end'.length);
  const top = blocks.at(-1);
  if (top?.name === opener) {
    blocks.pop();
    return;
  }
  const index = blocks.findLastIndex((block) => block.name === opener);
  if (index === -1)
    throw new TemplateFault(at, `Tag '${name}' closes nothing.`, `Remove it, or begin with {% ${opener} … %}.`);
  const [unclosed] = blocks.splice(index).slice(1);
  if (unclosed) throw neverClosed(unclosed);
}

export const closeBlocks = (blocks: readonly Block[]): TemplateFault[] => blocks.map(neverClosed);

const neverClosed = ({ name, at }: Block): TemplateFault =>
  new TemplateFault(at, `Tag '${name}' is never closed.`, `Add {% end${name} %}.`);
