import type { ChartMoment, ChartSeries } from './chart-data.ts';

/** The figures of a chart as comma-separated values; a missing value is an empty cell. */
export function chartCsv(moments: readonly ChartMoment[], series: readonly ChartSeries[]): string {
  const head = ['', ...series.map(({ name }) => name)].map(textCell).join(',');
  const lines = moments.map(({ label }, index) =>
    [textCell(label), ...series.map(({ values }) => values[index] ?? '')].join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

/** Why the apostrophe: a spreadsheet would run a name that begins like a formula. */
function textCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
