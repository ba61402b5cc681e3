import { Columns3 } from 'lucide-react';
import type { ReactElement } from 'react';
import { Popover } from '../popover/popover.tsx';
import { type Column, withColumn } from './column.ts';

/** Which columns are shown; fixed ones are not asked about. */
export function ColumnChooser<Row>(props: {
  columns: readonly Column<Row>[];
  chosen: readonly string[];
  /** Less than the chosen ones where the list is too narrow for all. */
  shown: readonly Column<Row>[];
  onChange: (chosen: string[]) => void;
}): ReactElement {
  const { columns, chosen, shown } = props;
  return (
    <Popover
      align="end"
      label="Columns"
      trigger={
        <button type="button" className="iconbtn wide-only" aria-label="Choose columns">
          <Columns3 size={16} strokeWidth={1.75} aria-hidden className="i" />
        </button>
      }
    >
      <p className="popover-head">Columns</p>
      {columns
        .filter((column) => !column.isFixed)
        .map((column) => (
          <label key={column.key} className="menu-item">
            <input
              type="checkbox"
              className="box"
              checked={chosen.includes(column.key)}
              onChange={(event) => props.onChange(withColumn(columns, chosen, column.key, event.target.checked))}
            />
            {column.name}
            {chosen.includes(column.key) && !shown.some(({ key }) => key === column.key) && (
              <span className="t3 t12">no room</span>
            )}
          </label>
        ))}
    </Popover>
  );
}
