import { useCallback, useEffect, useRef, useState } from 'react';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import type { Slot } from './graph/workflow-graph.ts';

const shape = {
  view: oneOf(['canvas', 'outline'], 'canvas'),
  step: text(64),
  panel: oneOf(['', 'dry-run'], ''),
} as const;

/** What stands in the panel. */
export type OpenPart =
  | { readonly kind: 'none' }
  | { readonly kind: 'step'; readonly stepId: string }
  | { readonly kind: 'insert'; readonly slot: Slot }
  | { readonly kind: 'dry-run' };

export interface OpenParts {
  readonly view: 'canvas' | 'outline';
  readonly part: OpenPart;
  readonly setView: (view: 'canvas' | 'outline') => void;
  readonly open: (part: OpenPart) => void;
  /** Set by the form in the panel; what would lose its text is asked about first. */
  readonly setDirty: (isDirty: boolean) => void;
  readonly isDirty: boolean;
  /** A move that waits for the answer. */
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Which view and which panel are open. View, step and dry run are in the URL; a step that does not exist yet is not. */
export function useOpenPart(): OpenParts {
  const { state, set } = useUrlState(shape);
  const [slot, setSlot] = useState<Slot | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const [waiting, setWaiting] = useState<OpenPart | null>(null);
  const dirty = useRef(false);
  // Why a ref as well: what is saved and closed in one moment must not be asked about.
  const setDirty = useCallback((is: boolean) => {
    dirty.current = is;
    setIsDirty(is);
  }, []);

  const show = useCallback(
    (part: OpenPart) => {
      setDirty(false);
      setWaiting(null);
      setSlot(part.kind === 'insert' ? part.slot : null);
      set(
        {
          step: part.kind === 'step' ? part.stepId : '',
          panel: part.kind === 'dry-run' ? 'dry-run' : '',
        },
        { replace: true },
      );
    },
    [set, setDirty],
  );
  const part: OpenPart = slot
    ? { kind: 'insert', slot }
    : state.panel === 'dry-run'
      ? { kind: 'dry-run' }
      : state.step === ''
        ? { kind: 'none' }
        : { kind: 'step', stepId: state.step };
  return {
    view: state.view,
    part,
    setView: (view) => set({ view }),
    open: (next) => (dirty.current ? setWaiting(next) : show(next)),
    setDirty,
    isDirty,
    isAsking: waiting !== null,
    leave: () => waiting && show(waiting),
    stay: () => setWaiting(null),
  };
}

/** Moves the focus to a step once it is drawn. */
export function useStepFocus(): (stepId: string) => void {
  const wanted = useRef<string | null>(null);
  const [, redraw] = useState(0);
  useEffect(() => {
    if (wanted.current === null) return;
    const found = document.querySelector<HTMLElement>(`[data-step="${CSS.escape(wanted.current)}"]`);
    if (!found || found.offsetParent === null) return;
    wanted.current = null;
    found.focus();
  });
  return useCallback((stepId) => {
    wanted.current = stepId;
    redraw((count) => count + 1);
  }, []);
}
