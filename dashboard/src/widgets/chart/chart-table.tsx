import type { ReactElement } from 'react';
import type { ChartMoment, ChartSeries } from './chart-data.ts';

interface ChartTableProps {
  label: string;
  moments: readonly ChartMoment[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
}

/** The same figures as rows, the newest first. */
export function ChartTable({ label, moments, series, format }: ChartTableProps): ReactElement {
  const rows = moments.map((moment, index) => ({ moment, index })).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table must be scrollable by keyboard
    <section className="chart-table" tabIndex={0} aria-label={`${label}, table`}>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ moment, index }) => (
            <tr key={moment.label}>
              <th scope="row">{moment.label}</th>
              {series.map(({ name, values }) => {
                const value = values[index] ?? null;
                return (
                  <td key={name} className="num">
                    {value === null ? <span className="t3">no figures</span> : format(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
