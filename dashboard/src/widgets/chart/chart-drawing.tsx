import type { ReactElement } from 'react';
import type { ChartLimit, ChartMoment, ChartSeries } from './chart-data.ts';
import { type ChartScale, labelledMoments, linePath, spreadLabels } from './chart-scale.ts';

interface DrawingProps {
  scale: ChartScale;
  moments: readonly ChartMoment[];
  series: readonly ChartSeries[];
  classes: readonly string[];
  format: (value: number) => string;
}

/** Three lines, their figures, the unit, and words under the axis. */
export function Axes({
  scale,
  moments,
  unit,
  format,
  limits,
}: Omit<DrawingProps, 'series' | 'classes'> & { unit: string; limits: readonly ChartLimit[] }): ReactElement {
  const { box } = scale;
  const labelled = labelledMoments(moments.length, box.end - box.start, 96);
  return (
    <>
      <text x={box.start} y={box.top - 10}>
        {unit}
      </text>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'base' : 'grid'}
            x1={box.start}
            x2={box.end}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text className="fin" x={box.start - 8} y={scale.y(tick) + 4}>
            {format(tick)}
          </text>
        </g>
      ))}
      {limits.map((limit) => (
        <g key={limit.words}>
          <line
            className={`lim ${limit.level}`}
            x1={box.start}
            x2={box.end}
            y1={scale.y(limit.at)}
            y2={scale.y(limit.at)}
          />
          <text className={`fin ${limit.level}`} x={box.end} y={scale.y(limit.at) - 5}>
            {limit.words}
          </text>
        </g>
      ))}
      {labelled.map((index) => (
        <text
          key={index}
          className={index === 0 ? '' : index === moments.length - 1 ? 'fin' : 'mid'}
          x={scale.x(index)}
          y={box.height - 4}
        >
          {moments[index]?.short}
        </text>
      ))}
    </>
  );
}

/** Lines in their order, the first on top; the last point is hollow while its day is not over. */
export function Lines({
  scale,
  series,
  classes,
  isLastOpen,
  hasEndLabels,
}: Omit<DrawingProps, 'moments' | 'format'> & { isLastOpen: boolean; hasEndLabels: boolean }): ReactElement {
  const ends = series.map(({ values }) => scale.y(values.findLast((value) => value !== null) ?? 0));
  const places = spreadLabels(ends, 16);
  return (
    <>
      {series
        .map((one, index) => {
          const last = one.values.at(-1);
          return (
            <g key={one.name}>
              <path className={classes[index]} d={linePath(one.values, scale)} />
              {lonePoints(one.values).map((at) => (
                <circle
                  key={at}
                  className={`point ${classes[index]}`}
                  cx={scale.x(at)}
                  cy={scale.y(one.values[at] ?? 0)}
                  r="2"
                />
              ))}
              {isLastOpen && !one.isPrevious && last !== undefined && last !== null ? (
                <circle
                  className={`open-stop ${classes[index]}`}
                  cx={scale.x(one.values.length - 1)}
                  cy={scale.y(last)}
                  r="3.5"
                />
              ) : null}
              {hasEndLabels ? (
                <text
                  className={index === 0 ? 'lab strong' : 'lab'}
                  x={scale.box.end + 14}
                  y={(places[index] ?? 0) + 4}
                >
                  {one.name}
                </text>
              ) : null}
            </g>
          );
        })
        .reverse()}
    </>
  );
}

/** A value between two gaps has no line of its own; a point keeps it visible. */
function lonePoints(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? [index] : [],
  );
}

/** Bars side by side from zero; the last is hollow while its day is not over. */
export function Bars({
  scale,
  moments,
  series,
  classes,
  isLastOpen,
  cursor,
}: Omit<DrawingProps, 'format'> & { isLastOpen: boolean; cursor: number }): ReactElement {
  const slot = (scale.box.end - scale.box.start) / Math.max(1, moments.length);
  const gap = Math.min(6, slot * 0.3);
  const width = Math.max(1, (slot - gap) / Math.max(1, series.length));
  return (
    <>
      {series.map((one, seriesIndex) =>
        one.values.map((value, index) => {
          if (value === null) return null;
          const y = scale.y(value);
          const isOpen = isLastOpen && index === one.values.length - 1 && !one.isPrevious;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
              key={`${one.name} ${index}`}
              className={`bar ${classes[seriesIndex]}${isOpen ? ' open' : index === cursor ? '' : ' soft'}`}
              x={scale.x(index) - (width * series.length) / 2 + width * seriesIndex}
              y={y}
              width={width}
              height={Math.max(0, scale.box.base - y)}
            />
          );
        }),
      )}
    </>
  );
}

/** The moment that the line above the chart reads. */
export function Cursor({
  scale,
  series,
  classes,
  cursor,
}: Omit<DrawingProps, 'moments' | 'format'> & { cursor: number }): ReactElement {
  const x = scale.x(cursor);
  return (
    <>
      <line className="cursor" x1={x} x2={x} y1={scale.box.top} y2={scale.box.base} />
      {series.map(({ name, values }, index) => {
        const value = values[cursor];
        if (value === undefined || value === null) return null;
        return <circle key={name} className={`open-stop ${classes[index]}`} cx={x} cy={scale.y(value)} r="3.5" />;
      })}
    </>
  );
}
