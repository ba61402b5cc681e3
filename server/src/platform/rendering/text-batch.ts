import type { JsonObject } from '#pure/custom-fields';

/** Plain texts with the same values: what they print is not escaped. */
export interface TextBatch {
  readonly texts: readonly string[];
  /** Everything the texts can refer to (`buildScope`). */
  readonly values: JsonObject;
  /** The project's language, where the values have none. */
  readonly language: string;
  /** The moment of rendering, for `"now"`. */
  readonly now: Date;
}

export type TextRendering =
  | { readonly kind: 'rendered'; readonly texts: string[] }
  | { readonly kind: 'failed'; readonly failure: { readonly line: number | null; readonly message: string } };

export const failedTexts = (message: string, line: number | null = null): TextRendering => ({
  kind: 'failed',
  failure: { line, message },
});
