import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has come near the window, so that work for it begins then and not before. */
export function useSeen<E extends Element>(): { readonly place: RefObject<E | null>; readonly isSeen: boolean } {
  const place = useRef<E>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSeen]);
  return { place, isSeen };
}
