import { type ReactElement, useState } from 'react';
import {
  daysUntil,
  type EventDays,
  type EventName,
  type EventRecord,
  type EventUsage,
  shownDays,
  useEventUsage,
  useLatestEvents,
} from '../../api/events.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { SmallChart } from '../../widgets/chart/small-chart.tsx';
import { CopyButton } from '../../widgets/copy-cell/copy-button.tsx';
import { dateFormat } from '../../widgets/figures/format.ts';
import { Count } from '../../widgets/figures/numbers.tsx';
import { RelativeTime } from '../../widgets/figures/relative-time.tsx';
import { SkeletonLines } from '../../widgets/state-frame/skeleton.tsx';
import { StateFrame } from '../../widgets/state-frame/state-frame.tsx';
import { type Usage, UsageList } from '../../widgets/usage-list/usage-list.tsx';

interface EventDetailProps {
  readonly event: EventName;
  readonly days: EventDays | undefined;
  readonly onDelete: () => void;
}

/** One name: how often by day, what uses it, and its latest records as they came. */
export function EventDetail({ event, days, onDelete }: EventDetailProps): ReactElement {
  const { project } = useProject();
  const usage = useEventUsage(event.name);
  const values = days ? (days.get(event.name) ?? daysUntil(0, shownDays).map(() => 0)) : undefined;
  return (
    <div className="event-detail">
      <div className="rowflex baseline mt8">
        <span className="fig">
          <Count value={event.lately?.count ?? 0} />
        </span>
        <span className="t2">in 30 days</span>
        {values && (
          <span className="push t13 t3">
            <Count value={values.at(-1) ?? 0} /> today, not over
          </span>
        )}
      </div>
      {values && (
        <SmallChart
          kind="bar"
          label={`${event.name} by day`}
          unit="a day, in UTC"
          height={124}
          isLastOpen
          moments={daysUntil(Date.now(), shownDays).map(dayMoment)}
          series={[{ name: event.name, values }]}
        />
      )}
      <Heading note="renaming it would stop this">Used by</Heading>
      <StateFrame state={frameOf(usage)} isEmpty={false} skeleton={<SkeletonLines lines={2} />} empty={null}>
        {usage.data && (
          <>
            <UsageList uses={usesOf(usage.data, project.id)} />
            {usage.data.canDelete && (
              <p className="mt8">
                <button type="button" className="btn sm" onClick={onDelete}>
                  Delete this name…
                </button>
              </p>
            )}
          </>
        )}
      </StateFrame>
      <Heading note="as it came">Latest</Heading>
      <Latest name={event.name} />
    </div>
  );
}

function Latest({ name }: { readonly name: string }): ReactElement {
  const { project } = useProject();
  const latest = useLatestEvents(name);
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <StateFrame
      state={{
        isLoading: latest.isLoading,
        isRefetching: latest.isRefetching,
        problem: latest.problem,
        onRetry: latest.retry,
      }}
      isEmpty={latest.rows.length === 0}
      skeleton={<SkeletonLines lines={4} />}
      empty={<p className="t2">No record is kept.</p>}
    >
      {latest.fresh.count > 0 && (
        <button type="button" className="pill fresh mb8" onClick={latest.fresh.onTakeIn}>
          <Count value={latest.fresh.count} /> new
        </button>
      )}
      <ul className="event-records" aria-label={`Latest ${name}`}>
        {latest.rows.map((record) => (
          <Record
            key={record.id}
            record={record}
            href={paths.contact(project.id, record.contactId)}
            isOpen={record.id === (opened ?? latest.rows[0]?.id)}
            onToggle={(isOpen) => setOpened(isOpen ? record.id : '')}
          />
        ))}
      </ul>
      {latest.hasMore && (
        <button type="button" className="btn sm mt12" aria-disabled={latest.isLoadingMore} onClick={latest.loadMore}>
          {latest.isLoadingMore ? 'Loading earlier' : 'Show earlier'}
        </button>
      )}
    </StateFrame>
  );
}

interface RecordProps {
  readonly record: EventRecord;
  readonly href: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

function Record({ record, href, isOpen, onToggle }: RecordProps): ReactElement {
  const json = record.data === null ? null : JSON.stringify(record.data, null, 2);
  return (
    <li>
      <div className="rowflex t13">
        <span className="t3 when">
          <RelativeTime at={record.createdAt} />
        </span>
        <a className="plain cut" href={href}>
          {record.contact.email}
        </a>
        <span className="push">
          {json === null ? (
            <span className="t3">no data</span>
          ) : (
            <button type="button" className="plain t2" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
              JSON
            </button>
          )}
        </span>
      </div>
      {isOpen && json !== null && (
        <div className="snip mt8">
          <CopyButton text={json} what="the data as JSON" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it has to be reached by keys */}
          <pre tabIndex={0}>{json}</pre>
        </div>
      )}
    </li>
  );
}

const Heading = ({ children, note }: { readonly children: string; readonly note: string }): ReactElement => (
  <div className="lab-row">
    <h3>{children}</h3>
    <span className="more">{note}</span>
  </div>
);

const dayMoment = (day: string) => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return {
    label: dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }, 'UTC').format(noon),
    short: dateFormat({ day: 'numeric', month: 'short' }, 'UTC').format(noon),
  };
};

export function usesOf({ usedInWorkflows, usedInSegments, usedInCampaigns }: EventUsage, projectId: string): Usage[] {
  const ways: Readonly<Record<string, string>> = {
    trigger: 'starts on it',
    wait: 'waits for it',
    condition: 'asks for it',
  };
  return [
    ...usedInWorkflows.map(
      ({ id, name, as }): Usage => ({
        kind: 'workflow',
        id,
        name,
        href: paths.workflow(projectId, id),
        note: as.map((way) => ways[way] ?? way).join(', '),
      }),
    ),
    ...usedInSegments.map(
      ({ id, name }): Usage => ({
        kind: 'segment',
        id,
        name,
        href: paths.segment(projectId, id),
        note: 'a rule asks for it',
      }),
    ),
    ...usedInCampaigns.map(
      ({ id, name, status }): Usage => ({
        kind: 'campaign',
        id,
        name,
        href: paths.campaign(projectId, id),
        note: `audience, ${status.toLowerCase()}`,
      }),
    ),
  ];
}
