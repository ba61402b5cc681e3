import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useEffect, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { curlOf } from '../../api/curl.ts';
import { type LogLine, logsPerPage, useLogs, useRefusedCount } from '../../api/logs.ts';
import { useProject } from '../../api/project.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import { formatCount } from '../../widgets/figures/format.ts';
import { countUpTo } from '../../widgets/number-words/number-words.ts';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { logColumns } from './log-columns.tsx';
import { LogDetail } from './log-detail.tsx';
import { filterChange, filterValues, logFilters, logListShape, logQuery, searchChange } from './log-filters.ts';
import './logs.css';
import { NoCalls } from './no-calls.tsx';
import { NotACall } from './not-a-call.tsx';

const keyOf = (line: LogLine) => line.requestId;
const nameOf = (line: LogLine) => `${line.method ?? ''} ${line.path ?? 'calls not written down'}`.trim();

/** Every API call of the project; the opened one stands beside the list and in the path. */
export function LogsScreen(): ReactElement {
  const { requestId: openedId } = useParams({ strict: false });
  const { project } = useProject();
  const { state, rejected, set } = useUrlState(logListShape);
  const baseUrl = useBaseUrl();
  const goTo = useGoTo();
  const navigate = useNavigate();
  const { say } = useToasts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bound is taken anew when the period is chosen
  const now = useMemo(() => Date.now(), [state.within]);
  const query = useMemo(() => logQuery(state, now), [state, now]);
  const list = useLogs(query);
  const refused = useRefusedCount(query, query.status === undefined && query.requestId === undefined);
  const search = {
    ...filterValues(state),
    ...(state.path && { path: state.path }),
  };
  const show = (requestId: string | undefined, kept: Readonly<Record<string, string>>) =>
    void navigate({
      to: '/$project/logs/{-$requestId}',
      params: { project: project.id, requestId },
      search: kept as never, // the routes declare no search, each screen validates its own
      resetScroll: false,
    });
  const open = (id: string | null) => {
    // A found call that is closed is no longer searched for, or it would open again.
    if (id === null) show(undefined, search);
    else show(id, state.request ? { ...search, request: state.request } : search);
  };

  // A call that is opened by its address may be older than the loaded rows: then the list is narrowed to it.
  const isLoaded = !list.isLoading && !list.isRefetching;
  const isMissing = openedId !== undefined && isLoaded && !list.rows.some((line) => line.requestId === openedId);
  useEffect(() => {
    if (isMissing && state.request !== openedId) set({ ...emptyFilters, request: openedId }, { replace: true });
  }, [isMissing, openedId, set, state.request]);

  // A pasted id opens its call.
  const found = state.request !== '' && openedId === undefined ? list.rows[0]?.requestId : undefined;
  const isFound = found !== undefined && found === state.request;
  useEffect(() => {
    if (isFound) goTo(paths.log(project.id, found, { request: found }), { replace: true });
  }, [isFound, found, goTo, project.id]);

  const curl = curlOf(baseUrl, { path: '/logs', query: { ...query, limit: logsPerPage } });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const find = useCallback(
    (typed: string) => {
      const change = searchChange(typed);
      if (openedId === undefined) set(change, { replace: true });
      else goTo(paths.logs(project.id, change.request ? { request: change.request } : { path: change.path }));
    },
    [set, goTo, openedId, project.id],
  );

  return (
    <Screen title="Logs" layout="flush">
      <div className="head tight">
        <div>
          <h1>Logs</h1>
          <p className="sub t13">Calls are kept for 7 days, unless this instance was set up otherwise.</p>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
        </div>
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Calls"
        things="calls"
        columns={logColumns}
        rows={list.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={{
          isLoading: list.isLoading,
          isRefetching: list.isRefetching,
          problem: list.problem,
          onRetry: list.retry,
        }}
        nothingYet={<NoCalls baseUrl={baseUrl} />}
        noMatch={{
          title: 'No call matches.',
          said: state.request ? <NotACall id={state.request} /> : 'No call that is kept has all of these.',
        }}
        search={{
          value: state.request || state.path,
          onChange: find,
          placeholder: 'Path, or paste a request id',
        }}
        filtering={{
          filters: logFilters,
          values: filterValues(state),
          onChange: (values) => set(filterChange(values) as never), // validated when it is read from the URL
        }}
        onClearFilters={() => goTo(paths.logs(project.id))}
        opened={{
          key: openedId ?? null,
          onChange: open,
          place: 'beside',
          title: (line) => <CallTitle line={line} />,
          render: (line) => <LogDetail requestId={line.requestId} />,
        }}
        fresh={list.fresh}
        summary={list.total === undefined ? undefined : summaryWords(list.total, refused)}
        paging={{
          kind: 'cursor',
          hasMore: list.hasMore,
          isLoadingMore: list.isLoadingMore,
          onMore: list.loadMore,
          total: list.total,
        }}
        onCopy={() => void copy()}
        className="reqs"
        skeletonRows={12}
      />
    </Screen>
  );
}

const emptyFilters = { path: '', within: '', status: '', method: '' } as const;

/** A page looks at so many calls at most. */
const maxCounted = 10_000;

const summaryWords = (total: number, refused: number | undefined): string => {
  const calls = countUpTo(total, maxCounted, 'call', 'calls');
  return refused ? `${calls}, ${formatCount(refused)} refused` : calls;
};

const CallTitle = ({ line }: { readonly line: LogLine }): ReactElement => (
  <div className="rowflex call-title">
    <h2 className="mono">
      {line.method} {line.path}
    </h2>
    <b className={line.status !== null && line.status >= 400 ? 'bad tab' : 'tab'}>{line.status}</b>
    <span className="t13 t3 nowrap">{line.durationMs !== null && `in ${Math.round(line.durationMs)} ms`}</span>
  </div>
);
