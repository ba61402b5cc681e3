import { useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import {
  daysUntil,
  type EventName,
  isPlatformName,
  shownDays,
  useEventDays,
  useEventNamesWithFigures,
} from '../../api/events.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { CopyButton } from '../../widgets/copy-cell/copy-button.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { useNow } from '../../widgets/figures/relative-time.tsx';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { Tabs } from '../../widgets/tabs/tabs.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { DeleteEventDialog } from './delete-event-dialog.tsx';
import { eventColumns } from './event-columns.tsx';
import { EventDetail } from './event-detail.tsx';
import './events.css';
import { NoEvents } from './no-events.tsx';
import { TrackOneDialog } from './track-one-dialog.tsx';

const sources = ['custom', 'platform'] as const;
const shape = {
  search: text(),
  source: oneOf(['', ...sources], ''),
  sort: oneOf(['lately', 'ever', 'last'], 'lately'),
  dir: oneOf(['desc', 'asc'], 'desc'),
  new: oneOf(['', '1'], ''),
};

const keyOf = ({ name }: EventName) => name;

/** What is tracked: every name with its figures, and the story of the opened one beside it. */
export function EventsScreen(): ReactElement {
  const { project } = useProject();
  const { eventName } = useParams({ strict: false });
  const { state, rejected, set } = useUrlState(shape);
  const baseUrl = useBaseUrl();
  const goTo = useGoTo();
  const { say } = useToasts();
  const [isDeleting, setIsDeleting] = useState(false);
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const source = state.source || (eventName !== undefined && isPlatformName(eventName) ? 'platform' : 'custom');
  const list = useEventNamesWithFigures(source);
  const lastDays = useMemo(() => daysUntil(Date.parse(`${today}T12:00:00Z`), shownDays), [today]);
  const { data: days } = useEventDays(source, lastDays);
  const columns = useMemo(() => eventColumns(days), [days]);
  const rows = useMemo(() => {
    const wanted = state.search.trim().toLowerCase();
    const sign = state.dir === 'asc' ? 1 : -1;
    return (list.data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .toSorted((one, other) => sign * compare(state.sort, one, other));
  }, [list.data, state.search, state.sort, state.dir]);

  const open = useCallback(
    (name: string | null) => {
      const search = location.search;
      goTo(`${name === null ? paths.events(project.id) : paths.event(project.id, name)}${search}`);
    },
    [goTo, project.id],
  );
  const curl = curlOf(baseUrl, { path: '/events/stats', query: { source } });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);
  const track = () => set({ new: '1' });
  const total = list.data?.reduce((sum, { lately }) => sum + (lately?.count ?? 0), 0);

  return (
    <Screen title={eventName ?? 'Events'} crumbs={[{ name: 'Events' }]} layout="flush">
      <div className="head tight">
        <div>
          <h1>Events</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
          <button type="button" className="btn primary" onClick={track}>
            Track an event
          </button>
        </div>
      </div>
      <div className="mt8">
        <Tabs
          label="Whose events"
          selected={source}
          onSelect={(key) => goTo(paths.events(project.id, key === 'platform' ? { source: 'platform' } : {}))}
          tabs={[
            { key: 'custom', label: 'Yours', ...(source === 'custom' && { count: list.data?.length }) },
            { key: 'platform', label: 'Built in', ...(source === 'platform' && { count: list.data?.length }) },
          ]}
        />
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Events"
        things="names"
        className="event-names"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={keyOf}
        frame={frameOf(list)}
        nothingYet={
          source === 'custom' ? (
            <NoEvents baseUrl={baseUrl} onTrack={track} />
          ) : (
            <NothingYet title="Nothing happened to mail yet">
              Sending, delivery, opens, clicks and changes of subscription are recorded here by themselves.
            </NothingYet>
          )
        }
        noMatch={{ title: 'No name matches.' }}
        search={{ value: state.search, onChange: search, placeholder: 'Name' }}
        sort={{ key: state.sort, direction: state.dir }}
        onSort={({ key, direction }) => set({ sort: shape.sort.read(key) ?? 'lately', dir: direction })}
        opened={{
          key: eventName ?? null,
          onChange: open,
          place: 'beside',
          title: ({ name }) => (
            <span className="rowflex">
              <h2 className="mono event-title">{name}</h2>
              <CopyButton text={name} what="the name" />
            </span>
          ),
          render: (event) => (
            <EventDetail key={event.name} event={event} days={days} onDelete={() => setIsDeleting(true)} />
          ),
        }}
        summary={total === undefined ? undefined : `${countOf(total, 'event', 'events')} in 30 days`}
        onCopy={() => void copy()}
      />
      {state.new !== '' && (
        <TrackOneDialog
          name={eventName ?? ''}
          onClose={() => set({ new: '' }, { replace: true })}
          onTracked={(event) => {
            set({ new: '' }, { replace: true });
            say({ kind: 'good', message: `${event} was recorded.` });
          }}
        />
      )}
      {isDeleting && eventName !== undefined && (
        <DeleteEventDialog
          name={eventName}
          onClose={() => setIsDeleting(false)}
          onDeleted={(message) => {
            setIsDeleting(false);
            say({ kind: 'good', message });
            open(null);
          }}
        />
      )}
    </Screen>
  );
}

function compare(by: 'lately' | 'ever' | 'last', one: EventName, other: EventName): number {
  if (by === 'last') return (one.ever?.lastSeenAt ?? '').localeCompare(other.ever?.lastSeenAt ?? '');
  return (one[by]?.count ?? 0) - (other[by]?.count ?? 0);
}
