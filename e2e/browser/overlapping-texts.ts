/**
 * Texts that are drawn over each other in the page as it is now, as pairs; to be evaluated in the page. What is scrolled or cut away does not
 * count, nor what lies behind something with a background of its own, such as a bar that stays in place or an open menu.
 */
export const overlappingTexts = `(() => {
  const linesOf = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].map((rect) => cutBy(text.parentElement, rect)).filter(({ w, h }) => w > 1 && h > 1);
  };
  const box = (left, top, right, bottom) => ({ left, top, right, bottom, w: right - left, h: bottom - top });
  const shared = (a, b) =>
    box(Math.max(a.left, b.left), Math.max(a.top, b.top), Math.min(a.right, b.right), Math.min(a.bottom, b.bottom));
  const cutBy = (element, rect) => {
    let rest = box(rect.left, rect.top, rect.right, rect.bottom);
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX !== 'visible' || style.clipPath !== 'none') rest = shared(rest, one.getBoundingClientRect());
      if (style.position === 'fixed') break;
    }
    return rest;
  };
  const isOpaque = (element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    return backgroundImage !== 'none' || !/^(transparent|rgba\\(.*, 0(\\.\\d+)?\\)|.*\\/ 0(\\.\\d+)?\\))$/.test(backgroundColor);
  };
  const covers = (upper, lower) => {
    for (let one = upper; one && !one.contains(lower); one = one.parentElement) if (isOpaque(one)) return true;
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (text.data.trim() === '' || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    for (const rect of linesOf(text)) lines.push({ text, parent, rect });
  }
  lines.sort((a, b) => a.rect.top - b.rect.top);
  const found = [];
  for (const [place, a] of lines.entries()) {
    for (const b of lines.slice(place + 1)) {
      if (b.rect.top >= a.rect.bottom) break;
      if (a.text === b.text) continue;
      const { w, h } = shared(a.rect, b.rect);
      // Lines of one paragraph may touch: their boxes are taller than the letters.
      if (w <= 3 || h <= 0.4 * Math.min(a.rect.h, b.rect.h)) continue;
      if (covers(a.parent, b.parent) || covers(b.parent, a.parent)) continue;
      found.push([a.text.data.trim().slice(0, 60), b.text.data.trim().slice(0, 60), Math.round(w), Math.round(h)]);
    }
  }
  return found.slice(0, 5);
})()`;
