import type { Rendering } from '../../api/templates.ts';
import type { TextError } from '../../widgets/liquid-editor/editor-errors.ts';
import { type Draft, isRefused, refusedErrors } from './draft.ts';

/** What the server's parser says about each text. */
export interface Errors {
  readonly subject: readonly TextError[];
  readonly body: readonly TextError[];
}

/** Of the newest render; a refusal to save the same text adds its suggestion. */
export function errorsOf(rendering: Rendering | null, draft: Draft): Errors {
  const advice = draft.refused && isRefused(draft) ? refusedErrors(draft.refused.problem) : [];
  const of = (field: string): readonly TextError[] =>
    (rendering?.errors ?? [])
      .filter((error) => error.field === field)
      .map(({ line, column, message }) => {
        const same = advice.find((known) => known.field === field && known.line === line && known.column === column);
        return { line, column, message, suggestion: same?.suggestion };
      });
  return { subject: of('subject'), body: of('body') };
}
