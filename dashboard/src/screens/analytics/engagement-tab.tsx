import type { ReactElement } from 'react';
import {
  type CampaignStats,
  type SeriesPoint,
  type TopEvent,
  useCampaignStats,
  useHoursOf,
  useTopEvents,
} from '../../api/analytics.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { Chart } from '../../widgets/chart/chart.tsx';
import { dateFormat, formatCount, formatPercent } from '../../widgets/figures/format.ts';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import type { Period } from './period.ts';
import { SourcesTable } from './sources-table.tsx';

/** The API gives hours for at most this many days. */
const maxHourDays = 31;

/** Campaigns, sources of mail, hours and events of the period. */
export function EngagementTab({ period }: { readonly period: Period }): ReactElement {
  const asked = { from: period.from, to: period.to };
  const campaigns = useCampaignStats(asked);
  const events = useTopEvents(asked);
  const hasHours = period.days <= maxHourDays;
  const hours = useHoursOf(asked, hasHours);
  return (
    <>
      <StateFrame state={frameOf(campaigns)} isEmpty={false} skeleton={<SkeletonLines lines={6} />} empty={null}>
        {campaigns.data && <Campaigns stats={campaigns.data} />}
      </StateFrame>
      <SourcesTable period={period} />
      <div className="cols c-2 analytics-pair mt32">
        {hasHours ? (
          <StateFrame state={frameOf(hours)} isEmpty={false} skeleton={<SkeletonLines lines={6} />} empty={null}>
            {hours.data && <Hours points={hours.data} />}
          </StateFrame>
        ) : (
          <section>
            <h2>When people click</h2>
            <p className="t2 mt8">Hours are known for periods of up to 31 days.</p>
          </section>
        )}
        <StateFrame state={frameOf(events)} isEmpty={false} skeleton={<SkeletonLines lines={6} />} empty={null}>
          {events.data && <TopEvents events={events.data} days={period.days} />}
        </StateFrame>
      </div>
    </>
  );
}

function Campaigns({ stats }: { readonly stats: CampaignStats }): ReactElement {
  const { project } = useProject();
  const sent = stats.campaigns.filter(({ sentCount }) => sentCount > 0);
  return (
    <>
      <div className="mt24">
        <Bill
          isFigures
          facts={[
            { label: 'Campaigns', value: formatCount(stats.total), note: 'made or sent in the period' },
            { label: 'Planned or under way', value: formatCount(stats.active), note: 'of them' },
            {
              label: 'Opened',
              value: averageWords(stats.averageOpenRate, sent.length),
              note: 'mean of the sent ones; approximate',
            },
            {
              label: 'Clicked',
              value: averageWords(stats.averageClickRate, sent.length),
              note: 'mean of the sent ones',
            },
          ]}
        />
      </div>
      <h2 className="mt24 mb8">Campaigns that were sent</h2>
      {sent.length === 0 ? (
        <p className="t2">No campaign was sent in the period.</p>
      ) : (
        <div className="table-wrap">
          <table className="ledger analytics-table" aria-label="Campaigns of the period">
            <thead>
              <tr>
                <th scope="col">Campaign</th>
                <th scope="col" className="num">
                  Handed over
                </th>
                <th scope="col" className="num wide-only">
                  Delivered
                </th>
                <th scope="col" className="num wide-only">
                  Opened
                </th>
                <th scope="col" className="num">
                  Clicked
                </th>
                <th scope="col" className="num">
                  Bounced
                </th>
              </tr>
            </thead>
            <tbody>
              {sent.map((campaign) => (
                <tr key={campaign.id}>
                  <td>
                    <a className="plain" href={paths.campaign(project.id, campaign.id)}>
                      {campaign.name}
                    </a>
                  </td>
                  <td className="num">{formatCount(campaign.sentCount)}</td>
                  <td className="num wide-only">{formatCount(campaign.deliveredCount)}</td>
                  <td className="num wide-only">{formatPercent(campaign.openRate)}</td>
                  <td className="num">{formatPercent(campaign.clickRate)}</td>
                  <td className="num">{formatPercent(campaign.bounceRate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const averageWords = (rate: number, count: number): string => (count === 0 ? 'none yet' : formatPercent(rate));

/** Clicks by the hour of the day, all days of the period taken together. */
function Hours({ points }: { readonly points: readonly SeriesPoint[] }): ReactElement {
  const { project } = useProject();
  const hourOf = dateFormat({ hour: '2-digit', hourCycle: 'h23' }, project.timezone);
  const clicks = Array.from({ length: 24 }, () => 0);
  for (const { date, clicks: count } of points) {
    const hour = Number(hourOf.format(Date.parse(date)));
    clicks[hour] = (clicks[hour] ?? 0) + count;
  }
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
  return (
    <Chart
      title="When people click"
      label="When people click"
      unit={`clicks by hour, ${project.timezone}`}
      kind="bar"
      height={200}
      moments={clicks.map((_, hour) => ({ label: `${clock(hour)} to ${clock(hour + 1)}`, short: clock(hour) }))}
      series={[{ name: 'Clicks', values: clicks }]}
    />
  );
}

interface TopEventsProps {
  readonly events: readonly TopEvent[];
  readonly days: number;
}

function TopEvents({ events, days }: TopEventsProps): ReactElement {
  const { project } = useProject();
  return (
    <section>
      <h2 className="mb8">Frequent events</h2>
      {events.length === 0 ? (
        <p className="t2">No event was tracked in the period.</p>
      ) : (
        <table className="ledger analytics-table" aria-label="Frequent events">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className="num">
                Times
              </th>
              <th scope="col" className="num">
                Against {days} days before
              </th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ name, count, trend }) => (
              <tr key={name}>
                <td className="mono cut">
                  <a className="plain" href={paths.event(project.id, name)}>
                    {name}
                  </a>
                </td>
                <td className="num">{formatCount(count)}</td>
                <td className="num t2">{trendWords(trend)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function trendWords(trend: number | null): string {
  if (trend === null) return 'none before';
  if (trend === 0) return 'as many';
  return `${formatPercent(Math.abs(trend))} ${trend > 0 ? 'more' : 'fewer'}`;
}
