import type { ReactElement } from 'react';
import { SkeletonBar } from '../state-frame/skeleton.tsx';
import { type Column, cellClass } from './column.ts';

/** Rows still to come, at their final height. */
export function SkeletonBody<Row>(props: {
  columns: readonly Column<Row>[];
  isSelectable: boolean;
  rows: number;
}): ReactElement {
  return (
    <tbody aria-hidden>
      {Array.from({ length: props.rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <tr key={row}>
          {props.isSelectable && <td className="bx" />}
          {props.columns.map((column, place) => (
            <td key={column.key} className={cellClass(column)}>
              <SkeletonBar seed={row + place} isAtEnd={column.align === 'end'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
