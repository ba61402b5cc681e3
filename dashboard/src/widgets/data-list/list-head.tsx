import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Column } from './column.ts';
import { isAllSelected, type Selected } from './selection.ts';
import { nextSort, type Sort } from './sort.ts';

export type ListHeadProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  selection: { selected: Selected; keys: readonly string[]; onAll: () => void } | undefined;
};

export function ListHead<Row>(props: ListHeadProps<Row>): ReactElement {
  const { columns, selection } = props;
  return (
    <>
      <colgroup>
        {selection && <col className="bx-col" />}
        {columns.map((column) => (
          <col key={column.key} style={column.width === undefined ? undefined : { inlineSize: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {selection && (
            <th scope="col">
              <SelectAll {...selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
    </>
  );
}

function SelectAll(props: { selected: Selected; keys: readonly string[]; onAll: () => void }): ReactElement {
  const isAll = isAllSelected(props.selected, props.keys);
  const isPart = !isAll && props.selected.size > 0;
  return (
    <input
      type="checkbox"
      className={isPart ? 'box part' : 'box'}
      aria-label={`Select all loaded rows; ${props.selected.size} are selected`}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isPart;
      }}
      onChange={props.onAll}
    />
  );
}

function HeadCell<Row>(props: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}): ReactElement {
  const { column, sort, onSort } = props;
  const { sortKey } = column;
  const title = column.head ?? column.name;
  const isSorted = sortKey !== undefined && sort?.key === sortKey;
  const className = [column.align === 'end' && 'end num', isSorted && 'on', column.className].filter(Boolean).join(' ');
  if (sortKey === undefined || !onSort) {
    return (
      <th scope="col" className={className || undefined}>
        {title}
      </th>
    );
  }
  const Arrow = sort?.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={className || undefined}
      aria-sort={isSorted ? (sort?.direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="sort" onClick={() => onSort(nextSort(sort, sortKey))}>
        {title}
        {isSorted && <Arrow size={12} strokeWidth={1.75} aria-hidden className="i" />}
      </button>
    </th>
  );
}
