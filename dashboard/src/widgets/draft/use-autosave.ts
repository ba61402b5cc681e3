import { useCallback, useEffect, useRef, useState } from 'react';

/** Of one kind of draft; made once, outside of what is drawn. */
export interface DraftRules<Draft, DraftEvent> {
  readonly afterEvent: (draft: Draft, event: DraftEvent) => Draft;
  readonly isUnsaved: (draft: Draft) => boolean;
  readonly maySave: (draft: Draft) => boolean;
  /** Whether the last attempt failed. */
  readonly hasFailed: (draft: Draft) => boolean;
  /** Whether it failed with what stands there now. */
  readonly hasFailedAsItIs: (draft: Draft) => boolean;
  readonly autosaveMs: number;
}

interface Autosave<Draft, DraftEvent> {
  readonly draft: Draft;
  readonly apply: (event: DraftEvent) => void;
  /** Saves now; true if nothing is left unsaved. */
  readonly save: () => Promise<boolean>;
}

/** After a failure that was no refusal. */
const againMs = 10_000;

/** Something that is saved after every pause in editing it. `send` saves the draft it is given and reports by events. */
export function useAutosave<Draft, DraftEvent>(
  rules: DraftRules<Draft, DraftEvent>,
  initial: () => Draft,
  send: (draft: Draft, apply: (event: DraftEvent) => void) => Promise<void>,
): Autosave<Draft, DraftEvent> {
  const [draft, setDraft] = useState(initial);
  const newest = useRef(draft);
  const underWay = useRef<Promise<void> | null>(null);

  const apply = useCallback(
    (event: DraftEvent) => {
      newest.current = rules.afterEvent(newest.current, event);
      setDraft(newest.current);
    },
    [rules],
  );

  const save = useCallback(async (): Promise<boolean> => {
    // Why a loop: what was changed while a save was under way is not in it.
    while (underWay.current !== null || rules.maySave(newest.current)) {
      underWay.current ??= send(newest.current, apply).finally(() => {
        underWay.current = null;
      });
      await underWay.current;
      if (rules.hasFailed(newest.current)) break;
    }
    return !rules.isUnsaved(newest.current);
  }, [apply, rules, send]);

  useEffect(() => {
    if (!rules.maySave(draft)) return undefined;
    const timer = setTimeout(() => void save(), rules.hasFailedAsItIs(draft) ? againMs : rules.autosaveMs);
    return () => clearTimeout(timer);
  }, [draft, rules, save]);

  return { draft, apply, save };
}
