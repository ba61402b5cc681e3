import { useCallback, useEffect } from 'react';
import { problemOf } from '../../api/problem.ts';
import { type SavedTexts, type Template, useSaveTexts } from '../../api/templates.ts';
import { type DraftRules, useAutosave } from '../../widgets/draft/use-autosave.ts';
import { afterEvent, type Draft, type DraftEvent, draftOf, isUnsaved, maySave, type Texts } from './draft.ts';

export interface TemplateDraft {
  readonly draft: Draft;
  readonly type: (texts: Partial<Texts>) => void;
  /** Saves now; true if nothing is left unsaved. */
  readonly save: () => Promise<boolean>;
  readonly answer: (choice: 'take theirs' | 'keep mine') => void;
}

const rules: DraftRules<Draft, DraftEvent> = {
  afterEvent,
  isUnsaved,
  maySave,
  hasFailed: ({ refused }) => refused !== null,
  hasFailedAsItIs: ({ refused, texts }) => refused?.texts === texts,
  autosaveMs: 2_000,
};

/** The texts of a template while they are edited. They are saved after a pause, and never over a newer text. */
export function useDraft(template: Template): TemplateDraft {
  const { mutateAsync } = useSaveTexts(template.id);
  const send = useCallback(
    async ({ texts, saved }: Draft, apply: (event: DraftEvent) => void) => {
      apply({ kind: 'saving' });
      let result: SavedTexts;
      try {
        result = await mutateAsync({ texts, basis: saved });
      } catch (error) {
        apply({ kind: 'refused', texts, problem: problemOf(error) });
        return;
      }
      apply(
        result.isOvertaken
          ? { kind: 'overtaken', template: result.template }
          : { kind: 'saved', template: result.template },
      );
    },
    [mutateAsync],
  );
  const { draft, apply, save } = useAutosave(rules, () => draftOf(template), send);

  useEffect(() => apply({ kind: 'seen', template }), [apply, template]);

  const type = useCallback((texts: Partial<Texts>) => apply({ kind: 'typed', texts }), [apply]);
  const answer = useCallback((choice: 'take theirs' | 'keep mine') => apply({ kind: 'answered', choice }), [apply]);
  return { draft, type, save, answer };
}
