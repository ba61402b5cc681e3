export interface ChartMoment {
  /** Whole, for the line above the chart and for the table: "Wednesday 28 October". */
  label: string;
  /** Under the axis: "28 Oct". */
  short: string;
}

export interface ChartSeries {
  name: string;
  /** One value for each moment; null where nothing is known. */
  values: readonly (number | null)[];
  /** The period before, drawn thin. */
  isPrevious?: boolean;
}

export interface ChartLimit {
  at: number;
  words: string;
  level: 'warn' | 'bad';
}

export const maxSeries = 4;

/** The class of each series: the first three in order, the previous period apart. */
export function seriesClasses(series: readonly ChartSeries[]): string[] {
  let next = 1;
  return series.map(({ isPrevious }) => {
    if (isPrevious) return 'prev';
    const name = `s${Math.min(next, 3)}`;
    next += 1;
    return name;
  });
}
