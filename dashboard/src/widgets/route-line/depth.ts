export interface DepthShape {
  bed: string;
  /** Solid where the figures are exact. */
  exactEdge: string;
  /** Dashed where one of the two figures is approximate. */
  approximateEdge: string;
  depths: number[];
}

interface DepthInput {
  counts: readonly number[];
  isApproximate: readonly boolean[];
  width: number;
  /** Room for the last stop; the others share the rest. */
  lastWidth: number;
  depth: number;
}

/** The number of people under each stop of a campaign, drawn as the depth below its line. */
export function depthShape({ counts, isApproximate, width, lastWidth, depth }: DepthInput): DepthShape {
  const deepest = Math.max(1, ...counts);
  const depths = counts.map((count) => round((count / deepest) * depth));
  const leg = counts.length > 1 ? (width - lastWidth) / (counts.length - 1) : width;
  const turn = Math.min(50, leg * 0.22);
  const exact: string[] = [];
  const approximate: string[] = [];
  let outline = `M0 0L0 ${depths[0] ?? 0}`;
  let x = 0;
  let y = depths[0] ?? 0;
  const draw = (segment: string, isOpen: boolean) => {
    (isOpen ? approximate : exact).push(`M${round(x)} ${y}${segment}`);
    outline += segment;
  };
  for (let index = 1; index < counts.length; index += 1) {
    const to = depths[index] ?? 0;
    const isOpen = (isApproximate[index - 1] ?? false) || (isApproximate[index] ?? false);
    const end = index * leg - turn / 4;
    const start = end - 2 * turn;
    draw(`L${round(start)} ${y}`, isApproximate[index - 1] ?? false);
    x = start;
    draw(`C${round(start + turn)} ${y} ${round(start + turn)} ${to} ${round(end)} ${to}`, isOpen);
    x = end;
    y = to;
  }
  draw(`L${round(width)} ${y}`, isApproximate.at(-1) ?? false);
  return {
    bed: `${outline}L${round(width)} 0Z`,
    exactEdge: exact.join(''),
    approximateEdge: approximate.join(''),
    depths,
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
