import type { ReactElement, ReactNode, RefObject } from 'react';
import type { Column } from './column.ts';
import { ListRow } from './list-row.tsx';
import type { Selected } from './selection.ts';
import { type Cursor, useCursorFocus } from './use-cursor.ts';
import { useVirtualRows } from './virtual-rows.ts';

export type ListBodyProps<Row> = {
  body: RefObject<HTMLTableSectionElement | null>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Place of the first row among all, for `aria-rowindex`. */
  firstIndex: number;
  opener: string | null;
  cursor: Pick<Cursor, 'at' | 'isFocusWanted'>;
  selected: Selected | undefined;
  openedKey: string | null;
  detailOf: ((row: Row) => ReactNode) | undefined;
  onSelect: (place: number, isRange: boolean) => void;
  onOpen: ((place: number) => void) | undefined;
};

/** The rows near the window, or all of them when they are few. */
export function ListBody<Row>(props: ListBodyProps<Row>): ReactElement {
  const { rows, selected } = props;
  // Why here and not above: scrolling draws the rows anew and nothing else.
  const virtual = useVirtualRows(props.body, rows.length);
  useCursorFocus(props.body, props.cursor, virtual?.scrollTo);
  const places = virtual?.places ?? rows.map((_, place) => place);
  const width = props.columns.length + (selected ? 1 : 0);
  return (
    <tbody ref={props.body}>
      {virtual && <Gap height={virtual.before} width={width} />}
      {places.map((place) => {
        const row = rows[place];
        if (row === undefined) return null;
        const key = props.keyOf(row);
        const isOpened = key === props.openedKey;
        return (
          <ListRow
            key={key}
            row={row}
            place={place}
            rowIndex={props.firstIndex + place + 2}
            name={props.nameOf(row)}
            columns={props.columns}
            opener={props.opener}
            isSelectable={selected !== undefined}
            isSelected={selected?.has(key) ?? false}
            isAt={place === props.cursor.at}
            isOpened={isOpened}
            detail={isOpened ? props.detailOf?.(row) : null}
            measure={virtual?.measure}
            onSelect={props.onSelect}
            onOpen={props.onOpen}
          />
        );
      })}
      {virtual && <Gap height={virtual.after} width={width} />}
    </tbody>
  );
}

/** Keeps the room of the rows that are not drawn. */
function Gap(props: { height: number; width: number }): ReactElement | null {
  if (props.height <= 0) return null;
  return (
    <tr aria-hidden className="gap" style={{ blockSize: props.height }}>
      <td colSpan={props.width} style={{ blockSize: props.height }} />
    </tr>
  );
}
