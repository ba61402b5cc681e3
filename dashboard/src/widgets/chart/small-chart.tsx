import { type ReactElement, useState } from 'react';
import { formatCount } from '../figures/format.ts';
import { Plot } from './chart.tsx';
import { type ChartMoment, type ChartSeries, seriesClasses } from './chart-data.ts';
import './chart.css';

interface SmallChartProps {
  label: string;
  unit: string;
  kind?: 'line' | 'bar';
  moments: readonly ChartMoment[];
  series: readonly ChartSeries[];
  isLastOpen?: boolean;
  isWhole?: boolean;
  format?: (value: number) => string;
  height?: number;
}

/** One of several drawings side by side: no tools, and the values of a moment under it while one is read. */
export function SmallChart({ height = 140, ...props }: SmallChartProps): ReactElement {
  const { moments, series, format = formatCount } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const last = moments.length - 1;
  const cursor = Math.min(chosen ?? last, last);
  const values = series.map(({ name, values: all }) => {
    const value = all[cursor] ?? null;
    return `${name} ${value === null ? 'no figures' : format(value)}`;
  });
  const spoken = `${moments[cursor]?.label ?? ''}: ${values.join(', ')}`;
  return (
    <div className="small-chart">
      <Plot
        {...props}
        height={height}
        classes={seriesClasses(series)}
        cursor={cursor}
        isChosen={chosen !== null}
        onChoose={setChosen}
        spoken={spoken}
      />
      <p className="t12 t3 tab" aria-hidden="true">
        {chosen === null ? '\u00a0' : spoken}
      </p>
    </div>
  );
}
