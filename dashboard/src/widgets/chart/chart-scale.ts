const steps = [1, 2, 4, 6, 8, 10] as const;

/** The top of an axis that begins at zero: a round number whose half is round as well. */
export function roundTop(highest: number, isWhole: boolean): number {
  if (!(highest > 0)) return isWhole ? 2 : 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const factor = steps.find((step) => step * power >= highest) ?? 10;
  const top = factor * power;
  // Half a mail does not exist: an axis of whole numbers ends at two or above.
  return isWhole ? Math.max(2, top) : top;
}

export interface ChartBox {
  width: number;
  height: number;
  start: number;
  end: number;
  top: number;
  base: number;
}

export interface ChartScale {
  box: ChartBox;
  top: number;
  /** Zero, the half and the top: three lines. */
  ticks: readonly number[];
  x: (index: number) => number;
  y: (value: number) => number;
  /** The moment nearest to a place, for the pointer. */
  indexAt: (x: number) => number;
}

export function chartScale(box: ChartBox, moments: number, top: number, isBars: boolean): ChartScale {
  const room = box.end - box.start;
  const slot = moments > 0 ? room / moments : room;
  const step = moments > 1 ? room / (moments - 1) : 0;
  const clamp = (index: number) => Math.max(0, Math.min(moments - 1, index));
  return {
    box,
    top,
    ticks: [0, top / 2, top],
    x: (index) => round(isBars ? box.start + slot * (index + 0.5) : box.start + step * index),
    y: (value) => round(box.base - (value / top) * (box.base - box.top)),
    indexAt: (x) =>
      clamp(isBars ? Math.floor((x - box.start) / slot) : step > 0 ? Math.round((x - box.start) / step) : 0),
  };
}

/** A path through the known values; a missing one breaks the line. */
export function linePath(values: readonly (number | null)[], scale: ChartScale): string {
  let path = '';
  let isDrawing = false;
  values.forEach((value, index) => {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${scale.x(index)} ${scale.y(value)}`;
    isDrawing = value !== null;
  });
  return path;
}

/** Which moments get a word under the axis: the first, the last, and as many between as fit. */
export function labelledMoments(moments: number, room: number, labelWidth: number): number[] {
  if (moments <= 0) return [];
  const maxLabels = Math.max(2, Math.floor(room / labelWidth));
  if (moments <= maxLabels) return Array.from({ length: moments }, (_, index) => index);
  const step = Math.ceil((moments - 1) / (maxLabels - 1));
  const labelled = [];
  for (let index = 0; index < moments - 1 - step / 2; index += step) labelled.push(index);
  return [...labelled, moments - 1];
}

/** Words beside the ends of lines, moved apart so that none covers another. */
export function spreadLabels(places: readonly number[], distance: number): number[] {
  const order = places.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let previous = Number.NEGATIVE_INFINITY;
  const spread = [...places];
  for (const { y, index } of order) {
    previous = Math.max(y, previous + distance);
    spread[index] = previous;
  }
  return spread;
}

const round = (value: number): number => Math.round(value * 10) / 10;
