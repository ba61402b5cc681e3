import { limits } from '#pure/limits';
import { engine } from './engine.ts';
import { LimitReached } from './limit-reached.ts';
import { plainSubstitution } from './plain-substitution.ts';
import { readTemplate } from './read-template.ts';
import { type RenderSettings, Run } from './run.ts';
import type { TemplateError } from './template-error.ts';

/** A text that has been read, ready to be rendered many times. */
export interface CompiledTemplate {
  readonly source: string;
  readonly variables: readonly string[];
  /** Null for a text that can only be substituted plainly; `error` says why. */
  readonly program: ReturnType<typeof engine.parse> | null;
  readonly texts: readonly string[];
  readonly error: TemplateError | null;
}

/** Why a text was not rendered as written. */
export interface RenderWarning {
  readonly code: 'template_syntax' | 'too_big' | 'render_limit' | 'render_timeout';
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface RenderedText {
  /** Null when even plain substitution gives more than 2 MB. */
  readonly text: string | null;
  /** Names that were printed without a value and without a fallback. */
  readonly missing: readonly string[];
  readonly warning: RenderWarning | null;
}

/** Reads a text for sending: what does not parse will be substituted plainly (D-535). */
export function compile(source: string): CompiledTemplate {
  const { program, texts, variables, errors } = readTemplate(source, 'sending');
  const [error = null] = errors;
  return { source, variables, texts, error, program: error ? null : engine.parse(program) };
}

/** Renders a text. Never throws: on any error the text is substituted plainly, with a warning. */
export function render(template: CompiledTemplate | string, values: object, settings: RenderSettings): RenderedText {
  const compiled = typeof template === 'string' ? compile(template) : template;
  if (!compiled.program) return renderPlainly(compiled, values, settings, warningOf(compiled.error));
  const run = new Run(engine, values, compiled.texts, settings);
  try {
    const text: unknown = engine.renderSync(compiled.program, run);
    if (typeof text === 'string' && isSmallEnough(text)) return { text, missing: [...run.missing], warning: null };
    return renderPlainly(compiled, values, settings, limitWarning('output'));
  } catch (error) {
    return renderPlainly(compiled, values, settings, limitWarning(reasonOf(error)));
  }
}

/** Fills in simple outputs only; `warning` is the reason. */
export function renderPlainly(
  template: Pick<CompiledTemplate, 'source'>,
  values: object,
  settings: RenderSettings,
  warning: RenderWarning | null,
): RenderedText {
  const text = plainSubstitution(template.source, values, settings.mode);
  return { text: isSmallEnough(text) ? text : null, missing: [], warning };
}

const isSmallEnough = (text: string): boolean =>
  text.length <= limits.renderedTextBytes && Buffer.byteLength(text) <= limits.renderedTextBytes;

function warningOf(error: TemplateError | null): RenderWarning {
  if (!error) return limitWarning('fault');
  const { code, message, line, column } = error;
  return { code, message, line, column };
}

/** The engine wraps what is thrown inside it. */
function reasonOf(error: unknown): LimitReached['limit'] | 'fault' {
  const cause = error instanceof Error && 'originalError' in error ? error.originalError : error;
  return cause instanceof LimitReached ? cause.limit : 'fault';
}

const messages = {
  steps: 'The text takes more than 200,000 steps.',
  output: 'The text becomes larger than 2 MB.',
  fault: 'The text could not be rendered.',
};

const limitWarning = (reason: keyof typeof messages): RenderWarning => ({
  code: 'render_limit',
  message: messages[reason],
});
