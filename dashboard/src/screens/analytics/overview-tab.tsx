import type { ReactElement } from 'react';
import { type SeriesPoint, useDays, usePeriodStats } from '../../api/analytics.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { Bill } from '../../widgets/bill/bill.tsx';
import { Chart } from '../../widgets/chart/chart.tsx';
import type { ChartSeries } from '../../widgets/chart/chart-data.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { dayMoment } from './day-moment.ts';
import { figuresOf } from './figures-of.ts';
import type { Period } from './period.ts';

interface OverviewTabProps {
  readonly period: Period;
  readonly isCompared: boolean;
}

/** Volume, delivered, clicked, unsubscribed. */
export function OverviewTab({ period, isCompared }: OverviewTabProps): ReactElement {
  const { project } = useProject();
  const goTo = useGoTo();
  const asked = { from: period.from, to: period.to };
  const stats = usePeriodStats(asked);
  const earlier = usePeriodStats(period.before, isCompared);
  const all = useDays(asked, 'ALL');
  const campaigns = useDays(asked, 'CAMPAIGN');
  const workflows = useDays(asked, 'WORKFLOW');
  const before = useDays(period.before, 'ALL', isCompared);
  const points = all.data ?? [];
  const shared = {
    moments: points.map(({ date }) => dayMoment(date)),
    isLastOpen: period.isOpen,
    onOpen: (index: number) => {
      const day = points[index]?.date;
      if (day !== undefined) goTo(paths.activity(project.id, { show: 'mail', day }));
    },
  };
  const previous =
    isCompared && before.data ? [series(`${period.days} days before`, before.data, 'accepted', true)] : [];
  const hasMail = points.some(({ accepted, emails, opens }) => accepted + emails + opens > 0);

  return (
    <StateFrame
      state={frameOf(stats)}
      isEmpty={stats.data === undefined}
      skeleton={<SkeletonLines lines={8} />}
      empty={null}
    >
      <div className="mt24">
        {stats.data && <Bill isFigures facts={figuresOf(stats.data, isCompared ? earlier.data : undefined)} />}
      </div>
      <StateFrame
        state={frameOf(all)}
        isEmpty={!hasMail}
        skeleton={<SkeletonLines lines={8} />}
        empty={
          <NothingYet
            title="No figures for these days"
            actions={
              <a className="btn" href={paths.emails(project.id, { new: '1' })}>
                Send a mail
              </a>
            }
          >
            No mail was accepted or opened on these days. The first figures come with your first mail; other days can be
            chosen above.
          </NothingYet>
        }
      >
        <div className="mt24">
          <Chart
            {...shared}
            title="Volume"
            label="Volume"
            unit="mails accepted a day"
            series={[
              series('All mail', points, 'accepted'),
              ...(campaigns.data ? [series('Campaigns', campaigns.data, 'accepted')] : []),
              ...(workflows.data ? [series('Workflows', workflows.data, 'accepted')] : []),
              ...previous,
            ]}
          />
        </div>
        <div className="cols c-2 analytics-pair mt24">
          <Chart
            {...shared}
            title="Delivered and clicked"
            label="Delivered and clicked"
            unit="mails a day, on the day it happened"
            height={200}
            series={[series('Delivered', points, 'delivered'), series('Clicks', points, 'clicks')]}
          />
          <Chart
            {...shared}
            title="Lost"
            label="Bounced, complained, unsubscribed"
            unit="a day, on the day it happened"
            height={200}
            series={[
              series('Bounced', points, 'bounces'),
              series('Complaints', points, 'complaints'),
              series('Unsubscribed', points, 'unsubscribes'),
            ]}
          />
        </div>
        <p className="t13 t3 mt8">A point opens its day in Activity. Opens and clicks by machines are not counted.</p>
      </StateFrame>
    </StateFrame>
  );
}

type Measure = Exclude<keyof SeriesPoint, 'date'>;

const series = (name: string, points: readonly SeriesPoint[], measure: Measure, isPrevious = false): ChartSeries => ({
  name,
  values: points.map((point) => point[measure]),
  isPrevious,
});
