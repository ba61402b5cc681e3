import { type ReactElement, type ReactNode, useState } from 'react';
import { type TimelineItem, type TimelineKind, useConsent, useTimeline } from '../../../api/contact-story.ts';
import type { NewestFirst } from '../../../api/newest-first.ts';
import { useProject } from '../../../api/project.ts';
import { formatCount } from '../../../widgets/figures/format.ts';
import { NothingYet } from '../../../widgets/state-frame/empty-states.tsx';
import { SkeletonLines } from '../../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../../widgets/state-frame/state-frame.tsx';
import { Tabs } from '../../../widgets/tabs/tabs.tsx';
import { Timeline } from '../../../widgets/timeline/timeline.tsx';
import { ConsentRows } from './consent-rows.tsx';
import { useTimelineRows } from './timeline-rows.tsx';

export const historyTabs = ['all', 'email', 'event', 'step', 'segment', 'subscription'] as const;
export type HistoryTab = (typeof historyTabs)[number];

const tabNames: Readonly<Record<HistoryTab, string>> = {
  all: 'Everything',
  email: 'Mail',
  event: 'Events',
  step: 'Workflows',
  segment: 'Segments',
  subscription: 'Subscription',
};

interface HistoryProps {
  readonly contactId: string;
  readonly tab: HistoryTab;
  readonly onTab: (tab: HistoryTab) => void;
}

/** One timeline of everything that happened to the person. */
export function History({ contactId, tab, onTab }: HistoryProps): ReactElement {
  return tab === 'subscription' ? (
    <ConsentHistory contactId={contactId} tab={tab} onTab={onTab} />
  ) : (
    <EventHistory contactId={contactId} tab={tab} onTab={onTab} />
  );
}

function EventHistory({ contactId, tab, onTab }: HistoryProps): ReactElement {
  const kind: TimelineKind | null = tab === 'all' ? null : tab;
  const list = useTimeline(contactId, kind);
  return (
    <HistoryTabs list={list} tab={tab} onTab={onTab}>
      <Rows items={list.rows} />
    </HistoryTabs>
  );
}

function ConsentHistory({ contactId, tab, onTab }: HistoryProps): ReactElement {
  const list = useConsent(contactId);
  return (
    <HistoryTabs list={list} tab={tab} onTab={onTab}>
      <ConsentRows items={list.rows} />
    </HistoryTabs>
  );
}

interface HistoryTabsProps extends Omit<HistoryProps, 'contactId'> {
  readonly list: NewestFirst<unknown>;
  readonly children: ReactNode;
}

function HistoryTabs({ list, tab, onTab, children }: HistoryTabsProps): ReactElement {
  return (
    <div className="history mt24">
      <Tabs
        label="Kinds of activity"
        selected={tab}
        onSelect={(key) => onTab(historyTabs.find((known) => known === key) ?? 'all')}
        tabs={historyTabs.map((key) => ({
          key,
          label: tabNames[key],
          ...(key === tab && { count: list.total }),
        }))}
      >
        <span className="fresh-place" role="status">
          {list.fresh.count > 0 && (
            <button type="button" className="pill fresh mt12" onClick={list.fresh.onTakeIn}>
              {formatCount(list.fresh.count)} new
            </button>
          )}
        </span>
        <StateFrame
          state={{
            isLoading: list.isLoading,
            isRefetching: list.isRefetching,
            problem: list.problem,
            onRetry: list.retry,
          }}
          isEmpty={list.rows.length === 0}
          skeleton={<SkeletonLines lines={8} />}
          empty={
            <NothingYet title="Nothing has happened yet">
              {tab === 'all'
                ? 'Mail, events, workflow steps and changes of the subscription will stand here.'
                : 'Nothing of this kind has happened to the person.'}
            </NothingYet>
          }
        >
          {children}
          {list.hasMore && (
            <button type="button" className="btn sm mt16" aria-disabled={list.isLoadingMore} onClick={list.loadMore}>
              {list.isLoadingMore ? 'Loading earlier' : 'Show earlier'}
            </button>
          )}
        </StateFrame>
      </Tabs>
    </div>
  );
}

function Rows({ items }: { readonly items: readonly TimelineItem[] }): ReactElement {
  const { project } = useProject();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return <Timeline rows={useTimelineRows(items, opened, toggle)} timeZone={project.timezone} />;
}
