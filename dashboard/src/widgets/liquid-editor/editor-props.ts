import type { Ref } from 'react';
import type { TextError } from './editor-errors.ts';
import type { TemplateField } from './template-fields.ts';

/** What a screen may do with the text from outside. */
export interface LiquidEditorHandle {
  focus(): void;
  goTo(line: number, column: number): void;
  /** Puts a text in at the cursor. */
  insert(text: string): void;
  /** Replaces a word at the place of an error, if it still stands there. */
  replaceAt(error: TextError, wrong: string, right: string): void;
}

export interface LiquidEditorProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Of the server's parser, for the text as it was sent last. */
  readonly errors: readonly TextError[];
  readonly fields: readonly TemplateField[];
  readonly label: string;
  /** CSS height; the editor fills its place unless given. */
  readonly height?: string;
  /** A subject: no line numbers, no line breaks, the type of the page. */
  readonly isOneLine?: boolean;
  readonly handle?: Ref<LiquidEditorHandle>;
}
