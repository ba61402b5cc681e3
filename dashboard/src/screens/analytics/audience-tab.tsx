import type { ReactElement } from 'react';
import { type AudienceDay, useAudience } from '../../api/analytics.ts';
import { frameOf } from '../../api/frame.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { Chart } from '../../widgets/chart/chart.tsx';
import type { ChartSeries } from '../../widgets/chart/chart-data.ts';
import { formatCount } from '../../widgets/figures/format.ts';
import { Rate } from '../../widgets/figures/numbers.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { audienceOf, sourcesOf } from './audience-of.ts';
import { dayMoment } from './day-moment.ts';
import type { Period } from './period.ts';

/** How the audience grows and shrinks, and where contacts come from. */
export function AudienceTab({ period }: { readonly period: Period }): ReactElement {
  const audience = useAudience({ from: period.from, to: period.to });
  const counted = audience.data ?? [];
  const { days, found } = audienceOf(period, counted);
  const shared = { moments: days.map(dayMoment), isLastOpen: period.isOpen, height: 200 };
  const series = (name: string, figure: Figure): ChartSeries => ({
    name,
    values: found.map((day) => day?.[figure] ?? null),
  });
  return (
    <StateFrame
      state={frameOf(audience)}
      isEmpty={audience.data === undefined}
      skeleton={<SkeletonLines lines={8} />}
      empty={null}
    >
      {counted.length < days.length && (
        <p className="t2 mt16">Contacts were not counted on all of these days; the others are left out.</p>
      )}
      <div className="mt24">
        <Bill isFigures facts={factsOf(counted)} />
      </div>
      <div className="cols c-2 analytics-pair mt24">
        <Chart
          {...shared}
          title="New and deleted"
          label="New and deleted contacts"
          unit="contacts a day"
          series={[series('New', 'created'), series('Deleted', 'deleted')]}
        />
        <Chart
          {...shared}
          title="Changes of subscription"
          label="Changes of subscription"
          unit="changes a day"
          series={[series('Subscribed', 'subscribed'), series('Unsubscribed', 'unsubscribed')]}
        />
      </div>
      <Sources days={counted} />
    </StateFrame>
  );
}

type Figure = Exclude<keyof AudienceDay, 'date' | 'bySource'>;

function factsOf(days: readonly AudienceDay[]) {
  const sum = (figure: Figure): number => days.reduce((all, day) => all + day[figure], 0);
  const growth = sum('created') - sum('deleted');
  const sign = growth > 0 ? '+' : growth < 0 ? '\u2212' : '';
  return [
    { label: 'Growth', value: `${sign}${formatCount(Math.abs(growth))}`, note: 'new less deleted' },
    { label: 'New', value: formatCount(sum('created')), note: 'contacts' },
    { label: 'Deleted', value: formatCount(sum('deleted')), note: 'contacts' },
    {
      label: 'Unsubscribed',
      value: formatCount(sum('unsubscribed')),
      note: `${formatCount(sum('subscribed'))} subscribed`,
    },
  ];
}

function Sources({ days }: { readonly days: readonly AudienceDay[] }): ReactElement {
  const sources = sourcesOf(days);
  const all = sources.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="mt24">
      <h2 className="mb8">Where new contacts came from</h2>
      {sources.length === 0 ? (
        <p className="t2">No contact was added in the period.</p>
      ) : (
        <table className="ledger analytics-table" aria-label="Where new contacts came from">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" className="num">
                New
              </th>
              <th scope="col" className="num">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.map(({ name, count }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="num">{formatCount(count)}</td>
                <td className="num t2">
                  <Rate part={count} base={all} of="new contacts" isShort />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
