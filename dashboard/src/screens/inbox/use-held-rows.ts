import { type UIEvent, useMemo, useState } from 'react';
import type { InboxRow } from '../../api/inbox.ts';

/**
 * New mail comes in at once, except while the pointer is over the list or the list is scrolled: a list never moves
 * under the pointer. Then it waits, and is counted.
 */
export function useHeldRows(rows: readonly InboxRow[], listName: string) {
  const [isOver, setIsOver] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const isHeld = isOver || isScrolled;
  const [top, setTop] = useState<{ readonly of: string; readonly id: string | undefined } | null>(null);
  const first = rows[0]?.id;
  if (!isHeld && (top?.id !== first || top?.of !== listName)) setTop({ of: listName, id: first });

  const topIndex = top?.of === listName ? rows.findIndex(({ id }) => id === top.id) : 0;
  const newCount = Math.max(0, topIndex);
  const shown = useMemo(() => (newCount > 0 ? rows.slice(newCount) : rows), [rows, newCount]);
  return {
    rows: shown,
    newCount,
    hold: () => setIsOver(true),
    release: () => setIsOver(false),
    onScroll: (event: UIEvent<HTMLElement>) => setIsScrolled(event.currentTarget.scrollTop > 0),
    takeIn: () => setTop({ of: listName, id: first }),
  };
}
