import { type ReactElement, useMemo, useRef } from 'react';
import { BulkBar } from '../bulk-bar/bulk-bar.tsx';
import { useIsWide } from '../measure/use-is-wide.ts';
import { useWidth } from '../measure/use-width.ts';
import { NoMatch } from '../state-frame/empty-states.tsx';
import { phaseOf, skeletonAfter } from '../state-frame/frame-state.ts';
import { ProblemNotice } from '../state-frame/problem-notice.tsx';
import { ProgressLine, StillWorking } from '../state-frame/state-frame.tsx';
import { useElapsed } from '../state-frame/use-elapsed.ts';
import { shownColumns } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import type { DataListProps } from './data-list-props.ts';
import { FilterPills } from './filter-pills.tsx';
import { fittingColumns } from './fitting-columns.ts';
import { ListBody } from './list-body.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListHead } from './list-head.tsx';
import { ListTools } from './list-tools.tsx';
import { ariaRowCount, firstIndex } from './paging.ts';
import { Peek } from './peek.tsx';
import { nothingSelected, withAll } from './selection.ts';
import { SkeletonBody } from './skeleton-table.tsx';
import { useEndInView } from './use-end-in-view.ts';
import { useListControl } from './use-list-control.ts';
import './data-list.css';
import './list-cards.css';

/** Of the column with the boxes, without the room at the edge that the first column has otherwise. */
const boxWidth = 28;

/** The one list of the product: search, filters, columns, selection, keys, opened row, paging, and all four states. */
export function DataList<Row>(props: DataListProps<Row>): ReactElement {
  const { rows, keyOf, frame, selection, opened, paging, search, filtering, columnChoice } = props;
  const foot = useRef<HTMLDivElement>(null);
  const control = useListControl(props);
  const [sheet, width] = useWidth<HTMLDivElement>();
  const isWide = useIsWide();
  const room = width - (selection ? boxWidth : 0);
  const columns = useMemo(() => {
    const chosen = shownColumns(props.columns, columnChoice?.chosen);
    return isWide && room > 0 ? fittingColumns(chosen, room) : chosen; // cards have room for all of theirs
  }, [props.columns, columnChoice?.chosen, room, isWide]);
  const phase = phaseOf(frame, rows.length === 0);
  const isUnderWay = phase === 'loading' || frame.isRefetching === true;
  const isSkeletonDue = useElapsed(phase === 'loading', skeletonAfter);
  useEndInView(foot, paging?.kind === 'cursor' && paging.isEndless === true && paging.hasMore, rows.length, () => {
    if (paging?.kind === 'cursor' && !paging.isLoadingMore) paging.onMore();
  });

  const openedPlace = control.openedPlace;
  const openedRow = openedPlace === null ? undefined : rows[openedPlace];
  const isBeside = opened?.place === 'beside';
  const opener = opened ? (columns.find((column) => column.isOpener) ?? columns[0])?.key : undefined;
  const selectedRows = useMemo(
    () => (selection && selection.selected.size > 0 ? rows.filter((row) => selection.selected.has(keyOf(row))) : []),
    [rows, selection, keyOf],
  );
  const isFiltered = (search?.value ?? '') !== '' || Object.keys(filtering?.values ?? {}).length > 0;
  const isTableShown = phase === 'ready' || phase === 'loading';

  return (
    <div className="data-list">
      <ListTools
        search={search}
        searchRef={control.searchBox}
        filtering={filtering}
        fresh={props.fresh}
        summary={props.summary}
        chooser={
          columnChoice && (
            <ColumnChooser
              columns={props.columns}
              chosen={columnChoice.chosen}
              shown={columns}
              onChange={columnChoice.onChange}
            />
          )
        }
      />
      <div className={isBeside && openedRow ? 'withpeek is-open' : 'list-place'}>
        <div ref={sheet} className="bleed sheet grow" aria-busy={isUnderWay}>
          <ProgressLine isShown={isUnderWay} />
          {frame.problem && (
            <ProblemNotice
              problem={frame.problem}
              onRetry={frame.onRetry}
              shownFrom={rows.length === 0 ? undefined : frame.shownFrom}
            />
          )}
          {isTableShown && (
            <table
              className={`list cards${selection ? ' selectable' : ''}${phase === 'loading' && !isSkeletonDue ? ' not-yet' : ''}${props.className ? ` ${props.className}` : ''}`}
              aria-label={props.label}
              aria-rowcount={phase === 'ready' ? ariaRowCount(paging, rows.length) : undefined}
            >
              <ListHead
                columns={columns}
                sort={props.sort}
                onSort={props.onSort}
                selection={
                  selection && {
                    selected: selection.selected,
                    keys: control.keys,
                    onAll: () => selection.onChange(withAll(selection.selected, control.keys)),
                  }
                }
              />
              {phase === 'loading' ? (
                <SkeletonBody columns={columns} isSelectable={!!selection} rows={props.skeletonRows ?? 8} />
              ) : (
                <ListBody
                  body={control.body}
                  rows={rows}
                  columns={columns}
                  keyOf={keyOf}
                  nameOf={props.nameOf}
                  firstIndex={firstIndex(paging)}
                  opener={opener ?? null}
                  cursor={control.cursor}
                  selected={selection?.selected}
                  openedKey={opened?.key ?? null}
                  detailOf={opened?.place === 'under' ? opened.render : undefined}
                  onSelect={control.select}
                  onOpen={opened || props.onOpen ? control.open : undefined}
                />
              )}
            </table>
          )}
          {phase === 'empty' &&
            (isFiltered ? (
              <NoMatch
                title={props.noMatch.title}
                pills={filtering && <div className="pills">{<FilterPills {...filtering} />}</div>}
                onClear={control.clearFilters}
                advice={props.noMatch.advice}
              >
                {props.noMatch.said}
              </NoMatch>
            ) : (
              props.nothingYet
            ))}
          <StillWorking isUnderWay={isUnderWay} requestId={frame.requestId} />
          <div ref={foot}>
            {phase === 'ready' && <ListFoot paging={paging} loaded={rows.length} keys={control.shownKeys} />}
          </div>
        </div>
        {isBeside && openedRow !== undefined && openedPlace !== null && (
          <Peek
            label={props.nameOf(openedRow)}
            title={opened.title?.(openedRow) ?? <h2>{props.nameOf(openedRow)}</h2>}
            onPrevious={openedPlace > 0 ? () => control.show(openedPlace - 1) : undefined}
            onNext={openedPlace < rows.length - 1 ? () => control.show(openedPlace + 1) : undefined}
            onClose={() => opened.onChange(null)}
          >
            {opened.render(openedRow)}
          </Peek>
        )}
      </div>
      {selection && (
        <BulkBar
          things={props.things}
          count={selection.taken ?? selection.selected.size}
          actions={selection.selected.size > 0 ? selection.actions(selectedRows) : []}
          takeAll={selection.taken === undefined ? selection.takeAll : undefined}
          onClear={() => selection.onChange(nothingSelected)}
        />
      )}
    </div>
  );
}
