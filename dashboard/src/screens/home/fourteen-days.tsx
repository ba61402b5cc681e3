import type { ReactElement } from 'react';
import { frameOf } from '../../api/frame.ts';
import { useFourWeeks } from '../../api/home.ts';
import { SmallChart } from '../../widgets/chart/small-chart.tsx';
import { dateFormat, formatCount } from '../../widgets/figures/format.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { type Trend, trendsOf } from './trends.ts';

/** Dates come without a time, so they are read and written in one zone. */
const shortDay = (date: string): string =>
  dateFormat({ day: 'numeric', month: 'short' }, 'UTC').format(Date.parse(date));
const wholeDay = (date: string): string =>
  dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC').format(Date.parse(date));

/** Three trends beside the same days before. */
export function FourteenDays(): ReactElement {
  const weeks = useFourWeeks();
  const { dates, all } = trendsOf(weeks.data ?? []);
  const [first] = dates;
  const last = dates.at(-1);
  return (
    <section aria-labelledby="fourteen-days">
      <div className="section-h">
        <h2 id="fourteen-days">Fourteen days</h2>
        {first !== undefined && last !== undefined && (
          <span className="home-legend">
            <span>
              <i />
              {shortDay(first)} to {shortDay(last)}
            </span>
            <span className="before">
              <i />
              the 14 days before
            </span>
          </span>
        )}
      </div>
      <StateFrame
        state={frameOf(weeks)}
        isEmpty={dates.length === 0}
        skeleton={<SkeletonLines lines={9} />}
        empty={<p className="home-none t2">First figures after your first mail.</p>}
      >
        <div className="trio mt12">
          {all.map((trend) => (
            <OneTrend key={trend.name} trend={trend} dates={dates} />
          ))}
        </div>
      </StateFrame>
    </section>
  );
}

function OneTrend({ trend, dates }: { readonly trend: Trend; readonly dates: readonly string[] }): ReactElement {
  const isRate = trend.kind === 'rate';
  return (
    <section aria-label={trend.name}>
      <h3>{trend.name}</h3>
      <div className="trend-figure">
        <span className="fig">{trend.figure}</span>
        <span className="t2">{trend.of}</span>
      </div>
      <p className="t13 t3">{trend.comparison}</p>
      <div className="mt8">
        <SmallChart
          label={`${trend.name}, ${trend.unit}`}
          unit={trend.unit}
          kind={isRate ? 'line' : 'bar'}
          moments={dates.map((date) => ({ label: wholeDay(date), short: shortDay(date) }))}
          series={[
            { name: 'these days', values: trend.now },
            { name: 'before', values: trend.before, isPrevious: true },
          ]}
          isLastOpen
          isWhole={!isRate}
          format={(value) => (isRate ? `${formatCount(value)}\u00a0%` : formatCount(value))}
        />
      </div>
    </section>
  );
}
