import { Download } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, type ReactNode, useState } from 'react';
import { formatCount } from '../figures/format.ts';
import { useWidth } from '../measure/use-width.ts';
import { saveCsv } from '../save-file/save-csv.ts';
import './chart.css';
import { chartCsv } from './chart-csv.ts';
import { type ChartLimit, type ChartMoment, type ChartSeries, maxSeries, seriesClasses } from './chart-data.ts';
import { Axes, Bars, Cursor, Lines } from './chart-drawing.tsx';
import { chartScale, roundTop } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';

interface ChartProps {
  title: ReactNode;
  /** The title in words, for labels and the file name. */
  label: string;
  /** What the axis counts: "mails accepted a day". */
  unit: string;
  kind?: 'line' | 'bar';
  moments: readonly ChartMoment[];
  /** At most four. */
  series: readonly ChartSeries[];
  limits?: readonly ChartLimit[];
  /** The last moment is not over yet. */
  isLastOpen?: boolean;
  /** Percentages and means are not whole numbers. */
  isWhole?: boolean;
  format?: (value: number) => string;
  /** A click or Enter on a moment. */
  onOpen?: (index: number) => void;
  height?: number;
}

/** Lines or bars. The values of the moment stand in the ruled line above, which is also the legend. */
export function Chart(props: ChartProps): ReactElement {
  const { title, label, moments, format = formatCount } = props;
  const series = props.series.slice(0, maxSeries);
  const classes = seriesClasses(series);
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const cursor = Math.min(chosen ?? moments.length - 1, moments.length - 1);
  const valueWords = (one: ChartSeries) => {
    const value = one.values[cursor] ?? null;
    return value === null ? 'no figures' : format(value);
  };
  return (
    <section className="chart-box" aria-label={label}>
      <div className="chart-head">
        <h2>{title}</h2>
        <span className="chart-tools">
          <fieldset className="btns" aria-label={`${label}: view`}>
            <button type="button" className="btn sm" aria-pressed={!isTable} onClick={() => setIsTable(false)}>
              Chart
            </button>
            <button type="button" className="btn sm" aria-pressed={isTable} onClick={() => setIsTable(true)}>
              Table
            </button>
          </fieldset>
          <button type="button" className="btn sm" onClick={() => saveCsv(`${label}.csv`, chartCsv(moments, series))}>
            <Download className="i" size={16} strokeWidth={1.75} aria-hidden />
            CSV
          </button>
        </span>
      </div>
      {isTable ? (
        <ChartTable label={label} moments={moments} series={series} format={format} />
      ) : (
        <>
          <div className="readline">
            <b>{moments[cursor]?.label ?? 'No figures yet'}</b>
            {series.map((one, index) => (
              <span key={one.name}>
                <span className={`lg ${classes[index]}`} aria-hidden="true" />
                {one.name} <b>{valueWords(one)}</b>
              </span>
            ))}
          </div>
          <Plot
            {...props}
            series={series}
            classes={classes}
            cursor={cursor}
            isChosen={chosen !== null}
            onChoose={setChosen}
            spoken={`${moments[cursor]?.label ?? ''}: ${series.map((one) => `${one.name} ${valueWords(one)}`).join(', ')}`}
          />
        </>
      )}
    </section>
  );
}

export interface PlotProps extends Omit<ChartProps, 'title'> {
  classes: readonly string[];
  cursor: number;
  isChosen: boolean;
  onChoose: (index: number | null) => void;
  spoken: string;
}

const labelRoom = 118;
const wideFrom = 720;

/** The drawing alone, with its keys. */
export function Plot(props: PlotProps): ReactElement {
  const { label, unit, kind = 'line', moments, series, classes, limits = [], isLastOpen = false } = props;
  const { isWhole = true, format = formatCount, onOpen, height = 252, cursor, isChosen, onChoose, spoken } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const isBars = kind === 'bar';
  const hasEndLabels = !isBars && width >= wideFrom && series.length > 1;
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0));
  const top = roundTop(Math.max(0, ...values, ...limits.map(({ at }) => at)), isWhole);
  const start = Math.max(28, format(top).length * 7 + 12);
  const end = Math.max(start + 1, width - (hasEndLabels ? labelRoom : 6));
  const box = { width, height, start, end, top: 24, base: height - 24 };
  const scale = chartScale(box, moments.length, top, isBars);

  function onKeyDown(event: KeyboardEvent): void {
    const last = moments.length - 1;
    const to = { ArrowLeft: cursor - 1, ArrowRight: cursor + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      onChoose(Math.max(0, Math.min(last, to)));
    } else if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(cursor);
    }
  }

  return (
    <div
      className={`plot${onOpen ? ' opens' : ''}`}
      ref={ref}
      style={{ blockSize: height }}
      role="slider"
      tabIndex={0}
      aria-label={`${label}, read with the arrow keys`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, moments.length - 1)}
      aria-valuenow={Math.max(0, cursor)}
      aria-valuetext={spoken}
      onKeyDown={onKeyDown}
      onPointerMove={(event) =>
        onChoose(scale.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
      }
      onPointerLeave={() => onChoose(null)}
      onBlur={() => onChoose(null)}
      onClick={() => onOpen?.(cursor)}
    >
      {width > 0 && moments.length > 0 ? (
        <svg className="chart" width={width} height={height} aria-hidden="true">
          <Axes scale={scale} moments={moments} unit={unit} format={format} limits={limits} />
          {isBars ? (
            <Bars {...{ scale, moments, series, classes, isLastOpen }} cursor={isChosen ? cursor : -1} />
          ) : (
            <>
              <Lines {...{ scale, series, classes, isLastOpen, hasEndLabels }} />
              {isChosen ? <Cursor {...{ scale, series, classes, cursor }} /> : null}
            </>
          )}
        </svg>
      ) : null}
    </div>
  );
}
