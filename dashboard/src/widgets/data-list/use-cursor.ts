import { type RefObject, useEffect, useRef, useState } from 'react';

export type Cursor = {
  /** Place of the row the keys stand on; null before the first press. */
  at: number | null;
  moveTo: (place: number) => void;
  leave: () => void;
  /** Set while the row at the cursor waits for the focus. */
  isFocusWanted: RefObject<boolean>;
};

/** The row that the keys move. It gets the real focus, so that it is read out and Enter reaches it. */
export function useCursor(body: RefObject<HTMLTableSectionElement | null>, count: number): Cursor {
  const [at, setAt] = useState<number | null>(null);
  const isFocusWanted = useRef(false);
  return {
    at: at === null || count === 0 ? null : Math.min(at, count - 1),
    isFocusWanted,
    moveTo: (next) => {
      isFocusWanted.current = true;
      setAt(next);
    },
    leave: () => {
      isFocusWanted.current = false;
      setAt(null);
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && body.current?.contains(activeElement)) activeElement.blur();
    },
  };
}

/** Gives the row at the cursor the focus once it is drawn: a row far away is there only after the list has scrolled. */
export function useCursorFocus(
  body: RefObject<HTMLTableSectionElement | null>,
  cursor: Pick<Cursor, 'at' | 'isFocusWanted'>,
  scrollTo: ((place: number) => void) | undefined,
): void {
  const { at, isFocusWanted } = cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new place scrolls; the function is new at each drawing
  useEffect(() => {
    if (at !== null && isFocusWanted.current) scrollTo?.(at);
  }, [at]);
  useEffect(() => {
    if (!isFocusWanted.current || at === null) return;
    const row = body.current?.querySelector<HTMLTableRowElement>(`tr[data-place="${at}"]`);
    if (!row) return;
    isFocusWanted.current = false;
    row.focus({ preventScroll: scrollTo !== undefined });
    if (!scrollTo) row.scrollIntoView({ block: 'nearest' });
  });
}
