import { positionsAt } from './positions-at.ts';

/** What is wrong with a text, and where. Lines and columns start at 1 and count characters as sent (D-534). */
export interface TemplateError {
  readonly code: 'template_syntax' | 'too_big';
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** An error while reading, with its position in the source. */
export class TemplateFault extends Error {
  readonly at: number;
  readonly code: TemplateError['code'];
  readonly suggestion: string | undefined;

  constructor(at: number, message: string, suggestion?: string, code: TemplateError['code'] = 'template_syntax') {
    super(message);
    this.at = at;
    this.code = code;
    this.suggestion = suggestion;
  }
}

export function errorAt(source: string, { at, code, message, suggestion }: TemplateFault): TemplateError {
  const { line, column } = positionsAt(source, [at])[0] ?? { line: 1, column: 1 };
  return { code, line, column, message, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The message with its position, as field errors show it. */
export const messageWithPosition = ({ message, line, column }: TemplateError): string =>
  `${message.replace(/\.$/, '')} (line ${line}, column ${column}).`;
