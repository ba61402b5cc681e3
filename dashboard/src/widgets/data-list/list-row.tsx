import { type MouseEvent, memo, type ReactElement, type ReactNode } from 'react';
import { type Column, cellClass } from './column.ts';

export type ListRowProps<Row> = {
  row: Row;
  place: number;
  rowIndex: number;
  /** Names the row in the label of its box. */
  name: string;
  columns: readonly Column<Row>[];
  opener: string | null;
  isSelectable: boolean;
  isSelected: boolean;
  isAt: boolean;
  isOpened: boolean;
  /** Stands under the row while it is open. */
  detail: ReactNode;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
  onSelect: (place: number, isRange: boolean) => void;
  onOpen: ((place: number) => void) | undefined;
};

function DrawnRow<Row>(props: ListRowProps<Row>): ReactElement {
  const { place, columns, onOpen, measure } = props;
  const classes = [props.isSelected && 'on', props.isAt && 'at', props.isOpened && 'opened', onOpen && 'can-open'];
  const press = (event: MouseEvent) => {
    if (isOnControl(event) || window.getSelection()?.isCollapsed === false) return;
    onOpen?.(place);
  };
  return (
    <>
      <tr
        // Why a new function each time: an opened row has another height and is measured again.
        ref={(element) => measure?.(element)}
        className={classes.filter(Boolean).join(' ') || undefined}
        data-index={place}
        data-place={place}
        aria-rowindex={props.rowIndex}
        tabIndex={-1}
        onClick={onOpen && press}
      >
        {props.isSelectable && (
          <td className="bx">
            <input
              type="checkbox"
              className="box"
              aria-label={`Select ${props.name}`}
              checked={props.isSelected}
              onChange={() => undefined}
              onClick={(event) => props.onSelect(place, event.shiftKey)}
            />
          </td>
        )}
        {columns.map((column) => (
          <td key={column.key} className={cellClass(column)}>
            {onOpen && column.key === props.opener ? (
              <button type="button" className="row-open" aria-expanded={props.isOpened} onClick={() => onOpen(place)}>
                {column.cell(props.row)}
              </button>
            ) : (
              column.cell(props.row)
            )}
          </td>
        ))}
      </tr>
      {props.detail && (
        <tr className="detail">
          <td colSpan={columns.length + (props.isSelectable ? 1 : 0)}>{props.detail}</td>
        </tr>
      )}
    </>
  );
}

/** One row. Drawn again only when something of it changed: thousands may be on the screen in turn. */
// Why the cast: memo forgets that the component is generic.
export const ListRow = memo(DrawnRow) as typeof DrawnRow;

function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, input, select, label') !== null;
}
