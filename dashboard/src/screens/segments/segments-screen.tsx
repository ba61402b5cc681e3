import { type ReactElement, useCallback, useMemo } from 'react';
import { useBaseUrl } from '../../api/base-url.ts';
import { useSegmentFields } from '../../api/condition-choices.ts';
import { curlOf } from '../../api/curl.ts';
import { frameOf } from '../../api/frame.ts';
import { useProject } from '../../api/project.ts';
import { type Segment, useSegments } from '../../api/segments.ts';
import { useGoTo } from '../../navigation/go-to.ts';
import { paths } from '../../navigation/paths.ts';
import { oneOf, text, useUrlState } from '../../navigation/url-state.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { useLetter } from '../../shell/use-letter.ts';
import { CopyCurlButton } from '../../widgets/copy-cell/copy-curl-button.tsx';
import { copyText } from '../../widgets/copy-cell/copy-text.ts';
import { DataList } from '../../widgets/data-list/data-list.tsx';
import type { Filter } from '../../widgets/data-list/filter.ts';
import { countOf } from '../../widgets/number-words/number-words.ts';
import { NothingYet } from '../../widgets/state-frame/empty-states.tsx';
import { useToasts } from '../../widgets/toasts/toasts.tsx';
import { NewSegmentDialog } from './new-segment-dialog.tsx';
import { readBack, segmentColumns } from './segment-columns.tsx';
import './segments.css';

const shape = {
  search: text(),
  kind: oneOf(['', 'DYNAMIC', 'STATIC', 'tracked'], ''),
  sort: oneOf(['createdAt', 'name', 'people'], 'createdAt'),
  dir: oneOf(['desc', 'asc'], 'desc'),
  new: oneOf(['', '1', 'static'], ''),
};

const filters: readonly Filter[] = [
  {
    key: 'kind',
    name: 'Kind',
    verb: 'is',
    kind: 'choice',
    options: [
      { value: 'DYNAMIC', label: 'dynamic' },
      { value: 'STATIC', label: 'static' },
      { value: 'tracked', label: 'tracked' },
    ],
  },
];

const keyOf = ({ id }: Segment) => id;
const nameOf = ({ name }: Segment) => name;

/** Groups of people. The API gives all of them at once, so search and order are made here. */
export function SegmentsScreen(): ReactElement {
  const { project } = useProject();
  const baseUrl = useBaseUrl();
  const goTo = useGoTo();
  const { say } = useToasts();
  const { state, rejected, set } = useUrlState(shape);
  const list = useSegments();
  const { fields } = useSegmentFields(null);
  const columns = useMemo(() => segmentColumns(project.id, fields), [project.id, fields]);
  const rows = useMemo(() => {
    const wanted = state.search.trim().toLowerCase();
    const isWanted = (segment: Segment) =>
      (state.kind === '' || (state.kind === 'tracked' ? segment.trackMembership : segment.type === state.kind)) &&
      `${segment.name} ${readBack(segment, fields)}`.toLowerCase().includes(wanted);
    const sign = state.dir === 'asc' ? 1 : -1;
    return (list.data ?? []).filter(isWanted).toSorted((one, other) => sign * compare(state.sort, one, other));
  }, [list.data, fields, state.search, state.kind, state.sort, state.dir]);

  const begin = useCallback(() => set({ new: '1' }), [set]);
  useLetter('n', begin);
  const curl = curlOf(baseUrl, { path: '/segments' });
  const copy = async () => {
    if (await copyText(curl, 'the request as curl')) say({ message: 'Copied the request as curl.' });
  };
  const search = useCallback((value: string) => set({ search: value }, { replace: true }), [set]);

  return (
    <Screen title="Segments" layout="flush">
      <div className="head tight">
        <div>
          <h1>Segments</h1>
        </div>
        <div className="acts">
          <span className="wide-only">
            <CopyCurlButton text={curl} />
          </span>
          <button type="button" className="btn primary" onClick={begin}>
            New segment{' '}
            <kbd className="key wide-only" aria-hidden>
              n
            </kbd>
          </button>
        </div>
      </div>
      <RejectedNote names={rejected} />
      <DataList
        label="Segments"
        things="segments"
        className="segments"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        nameOf={nameOf}
        frame={frameOf(list)}
        nothingYet={
          <NothingYet
            title="No segments yet"
            actions={
              <>
                <button type="button" className="btn primary" onClick={begin}>
                  Dynamic: rules decide
                </button>
                <button type="button" className="btn" onClick={() => set({ new: 'static' })}>
                  Static: you keep the list
                </button>
              </>
            }
          >
            A segment is a group of people that campaigns go to and workflows ask about.
          </NothingYet>
        }
        noMatch={{
          title: 'No segment matches.',
          said: 'The search looks in names and in the rules as they are read back.',
        }}
        search={{ value: state.search, onChange: search, placeholder: 'Name or rule' }}
        filtering={{
          filters,
          values: state.kind === '' ? {} : { kind: state.kind },
          onChange: ({ kind = '' }) => set({ kind: shape.kind.read(kind) ?? '' }),
        }}
        onClearFilters={() => set({ search: '', kind: '' })}
        sort={{ key: state.sort, direction: state.dir }}
        onSort={({ key, direction }) => set({ sort: shape.sort.read(key) ?? 'createdAt', dir: direction })}
        onOpen={({ id }) => goTo(paths.segment(project.id, id))}
        summary={list.data && countOf(list.data.length, 'segment', 'segments')}
        onCopy={() => void copy()}
      />
      {state.new !== '' && (
        <NewSegmentDialog
          key={state.new}
          initialKind={state.new === 'static' ? 'STATIC' : 'DYNAMIC'}
          onClose={() => set({ new: '' }, { replace: true })}
        />
      )}
    </Screen>
  );
}

function compare(by: 'createdAt' | 'name' | 'people', one: Segment, other: Segment): number {
  if (by === 'people') return one.memberCount - other.memberCount;
  return by === 'name' ? one.name.localeCompare(other.name) : one.createdAt.localeCompare(other.createdAt);
}
