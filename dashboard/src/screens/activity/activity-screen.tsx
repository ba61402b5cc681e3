import { ArrowUp } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { type ActivityItem, activityPerPage, useActivity, useActivityTypes, useLastHour } from '../../api/activity.ts';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import type { NewestFirst } from '../../api/newest-first.ts';
import { useProject } from '../../api/project.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { AddFilter, FilterPills } from '../../widgets/data-list/filter-pills.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import '../../widgets/data-list/data-list.css';
import { Count } from '../../widgets/figures/numbers.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { NoMatch } from '../../widgets/state-frame/empty-states.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { Timeline } from '../../widgets/timeline/timeline.tsx';
import { foldRows } from '../../widgets/timeline/timeline-days.ts';
import './activity.css';
import {
  activityFilters,
  activityQuery,
  activityShape,
  activityTabs,
  filterChange,
  filterValues,
  tabNames,
} from './activity-filters.ts';
import { activityRows } from './activity-rows.tsx';
import { QuietSoFar } from './quiet-so-far.tsx';
import { Upcoming } from './upcoming.tsx';

/** One stream of everything that happens. */
export function ActivityScreen(): ReactElement {
  const { project } = useProject();
  const baseUrl = useBaseUrl();
  const { state, rejected, set } = useUrlState(activityShape);
  const { data: occurred = [] } = useActivityTypes();
  const query = useMemo(() => activityQuery(state), [state]);
  const list = useActivity(query);
  const rows = useMemo(() => activityRows(list.rows, project.id), [list.rows, project.id]);
  const filtering = {
    filters: activityFilters(occurred, state.type),
    values: filterValues(state),
    onChange: (values: Readonly<Record<string, string>>) => set(filterChange(values)),
  };
  useLetter('.', list.fresh.onTakeIn);
  useFilledPage(list, foldRows(rows).length);
  const isNarrowed = Object.keys(filtering.values).length > 0 || state.show !== 'all';
  const curl = curlOf(baseUrl, { path: '/activity', query: { ...query, limit: activityPerPage } });

  return (
    <Screen title="Activity">
      <div className="head tight">
        <div>
          <h1>Activity</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
        </div>
      </div>
      <RejectedNote names={rejected} />
      <div className="mt8">
        <Tabs
          label="Kinds of activity"
          selected={state.show}
          onSelect={(key) => set({ show: activityTabs.find((tab) => tab === key) ?? 'all', type: '' })}
          tabs={activityTabs.map((key) => ({ key, label: tabNames[key] }))}
          end={
            list.total === undefined ? null : (
              <span className="t13 t3 wide-only">
                {list.total >= 100_000 ? '100,000 or more' : countOf(list.total, 'entry', 'entries')}
                {state.day === '' ? ' in 30 days' : ''}
              </span>
            )
          }
        />
      </div>
      <div className="cols c-side activity-cols mt12">
        <section>
          <h2 className="vh">What happened</h2>
          <div className="rowflex bar-tools">
            <div className="pills">
              <FilterPills {...filtering} />
              <AddFilter {...filtering} />
              <span className="fresh-place" role="status">
                {list.fresh.count > 0 && (
                  <button type="button" className="pill fresh" onClick={list.fresh.onTakeIn}>
                    <ArrowUp size={14} strokeWidth={1.75} aria-hidden className="i" />
                    {formatCount(list.fresh.count)} new{' '}
                    <kbd className="key wide-only" aria-hidden>
                      .
                    </kbd>
                  </button>
                )}
              </span>
            </div>
          </div>
          <StateFrame
            state={{
              isLoading: list.isLoading,
              isRefetching: list.isRefetching,
              problem: list.problem,
              onRetry: list.retry,
            }}
            isEmpty={rows.length === 0 && !list.hasMore}
            skeleton={<SkeletonLines lines={12} />}
            empty={
              isNarrowed ? (
                <NoMatch
                  title="Nothing of this kind happened."
                  onClear={() => set({ show: 'all', ...filterChange({}) })}
                />
              ) : (
                <QuietSoFar baseUrl={baseUrl} />
              )
            }
          >
            <Timeline rows={rows} timeZone={project.timezone} isWide />
            {list.hasMore && (
              <button type="button" className="btn sm mt16" aria-disabled={list.isLoadingMore} onClick={list.loadMore}>
                {list.isLoadingMore ? 'Loading earlier' : 'Show earlier'}
              </button>
            )}
          </StateFrame>
        </section>
        <aside className="stack activity-side" aria-label="Now and next">
          <LastHour />
          <Upcoming />
        </aside>
      </div>
    </Screen>
  );
}

const enoughLines = 12;
const maxFilled = 500;

/** Loads earlier rows by itself while what was loaded folds into a few lines. */
function useFilledPage(
  { rows, hasMore, isLoadingMore, problem, loadMore }: NewestFirst<ActivityItem>,
  lines: number,
): void {
  const isShort = rows.length > 0 && rows.length < maxFilled && lines < enoughLines;
  const isWanted = isShort && hasMore && !isLoadingMore && problem === null;
  const latest = useRef(loadMore);
  useEffect(() => {
    latest.current = loadMore;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that came is a new reason to look
  useEffect(() => {
    if (isWanted) latest.current();
  }, [isWanted, rows.length]);
}

function LastHour(): ReactElement {
  const { data } = useLastHour();
  return (
    <section>
      <div className="section-h mb8">
        <h2>Last hour</h2>
      </div>
      <p className="activity-ruled rowflex baseline">
        <span className="fig">{data === undefined ? '…' : <Count value={data} />}</span>
        <span className="t2">entries, live and test</span>
      </p>
    </section>
  );
}
