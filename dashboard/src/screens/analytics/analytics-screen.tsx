import { useParams } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, type UrlValue, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { Select } from '../../widgets/form/inputs.tsx';
import { TabLinks } from '../../widgets/tabs/tabs.tsx';
import { dayOf } from '../../widgets/timeline/timeline-days.ts';
import './analytics.css';
import { AudienceTab } from './audience-tab.tsx';
import { dayMoment } from './day-moment.ts';
import { DeliverabilityTab } from './deliverability-tab.tsx';
import { EngagementTab } from './engagement-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { lengths, movedUntil, periodOf } from './period.ts';

const tabs = [
  { key: 'overview', label: 'Overview' },
  { key: 'deliverability', label: 'Deliverability' },
  { key: 'engagement', label: 'Engagement' },
  { key: 'audience', label: 'Audience' },
] as const;

const untilDay: UrlValue<string> = {
  initial: '',
  read: (value) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) ? value : undefined,
  write: (value) => value,
};

const shape = { days: oneOf(lengths, '30'), until: untilDay, against: oneOf(['before', 'nothing'], 'before') };

/** Trends of a period, against the one before it. */
export function AnalyticsScreen(): ReactElement {
  const { project } = useProject();
  const { tab: asked = '' } = useParams({ strict: false });
  const goTo = useGoTo();
  const { state, rejected, set } = useUrlState(shape);
  const today = dayOf(useNow(), project.timezone);
  const period = periodOf(state.days, state.until, today);
  const tab = tabs.find(({ key }) => key === asked)?.key ?? 'overview';
  const search = location.search;
  const move = (direction: -1 | 1) => set({ until: movedUntil(period, direction, today) });
  useLetter('[', () => move(-1));
  useLetter(']', () => move(1));
  const show = (key: (typeof tabs)[number]['key']) => goTo(`${paths.analytics(project.id, key)}${search}`);
  useLetter('1', () => show('overview'));
  useLetter('2', () => show('deliverability'));
  useLetter('3', () => show('engagement'));
  useLetter('4', () => show('audience'));
  const isCompared = state.against === 'before';

  return (
    <Screen title="Analytics">
      <div className="head">
        <div>
          <h1>Analytics</h1>
          <p className="sub">
            {dayMoment(period.from).short} to {dayMoment(period.last).short}
            {period.isOpen ? ', today not over' : ''}
          </p>
        </div>
        <div className="acts analytics-acts">
          <button
            type="button"
            className="btn icon"
            aria-label="Earlier period"
            title="Earlier ([)"
            onClick={() => move(-1)}
          >
            <ChevronLeft className="i" size={16} strokeWidth={1.75} aria-hidden />
          </button>
          <Select
            aria-label="Length of the period"
            value={state.days}
            onChange={({ target: { value } }) => set({ days: shape.days.read(value) ?? '30' })}
            options={lengths.map((value) => ({ value, label: `${value} days` }))}
          />
          <button
            type="button"
            className="btn icon"
            aria-label="Later period"
            title="Later (])"
            disabled={period.isOpen}
            onClick={() => move(1)}
          >
            <ChevronRight className="i" size={16} strokeWidth={1.75} aria-hidden />
          </button>
          {tab === 'overview' && (
            <Select
              aria-label="Compared with"
              value={state.against}
              onChange={({ target: { value } }) => set({ against: shape.against.read(value) ?? 'before' })}
              options={[
                { value: 'before', label: `against the ${period.days} days before` },
                { value: 'nothing', label: 'against nothing' },
              ]}
            />
          )}
        </div>
      </div>
      <RejectedNote names={rejected} />
      <div className="mt12">
        <TabLinks
          label="Views"
          selected={tab}
          tabs={tabs.map((one) => ({ ...one, href: `${paths.analytics(project.id, one.key)}${search}` }))}
          end={<span className="t13 t3 wide-only">Days in {project.timezone}</span>}
        />
      </div>
      {tab === 'overview' && <OverviewTab period={period} isCompared={isCompared} />}
      {tab === 'deliverability' && <DeliverabilityTab period={period} />}
      {tab === 'engagement' && <EngagementTab period={period} />}
      {tab === 'audience' && <AudienceTab period={period} />}
    </Screen>
  );
}
