import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Below this number every row is drawn: searching the page with the browser finds them all. */
export const virtualAbove = 200;
const overscan = 12;
const cardHeight = 92;

export type VirtualRows = {
  /** Places of the rows to draw, in order. */
  places: readonly number[];
  /** Heights in pixels of what is not drawn. */
  before: number;
  after: number;
  measure: (element: HTMLTableRowElement | null) => void;
  scrollTo: (place: number) => void;
};

/** Draws only the rows near the window when there are many. The page itself scrolls, so the header can stay. */
export function useVirtualRows(body: RefObject<HTMLTableSectionElement | null>, count: number): VirtualRows | null {
  const isVirtual = count > virtualAbove;
  const [start, setStart] = useState({ top: 0, rowHeight: 36 });

  useLayoutEffect(() => {
    if (!isVirtual) return;
    const read = () => {
      if (!body.current) return;
      const top = Math.round(body.current.getBoundingClientRect().top + window.scrollY);
      const rowHeight = window.matchMedia('(max-width: 899px)').matches ? cardHeight : readRowHeight();
      setStart((old) => (old.top === top && old.rowHeight === rowHeight ? old : { top, rowHeight }));
    };
    read();
    // Why the whole page: whatever grows above the list moves it.
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [isVirtual, body]);

  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: isVirtual ? count : 0,
    estimateSize: () => start.rowHeight,
    scrollMargin: start.top,
    overscan,
    measureElement: heightWithDetail,
    // The sticky header and the bar at the foot cover this much of the window.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 96,
  });

  useEffect(() => {
    if (start.rowHeight > 0) virtualizer.measure();
  }, [start.rowHeight, virtualizer]);

  if (!isVirtual) return null;
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    places: items.map((item) => item.index),
    before: first ? first.start - start.top : 0,
    after: last ? virtualizer.getTotalSize() - (last.end - start.top) : virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    scrollTo: (place) => virtualizer.scrollToIndex(place, { align: 'auto' }),
  };
}

function readRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--h-row')) || 36;
}

/** What is opened under a row belongs to its height. */
function heightWithDetail(row: HTMLTableRowElement): number {
  const next = row.nextElementSibling;
  const detail = next instanceof HTMLElement && next.classList.contains('detail') ? next.offsetHeight : 0;
  return row.offsetHeight + detail;
}
