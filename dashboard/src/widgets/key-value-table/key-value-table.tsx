import type { ReactElement, ReactNode } from 'react';
import { EditableValue } from './editable-value.tsx';
import './key-value-table.css';
import { type JsonValue, textOf, typeOf } from './typed-value.ts';

export interface KeyValueRow {
  key: string;
  value: JsonValue;
  /** Values of a field that differ in type from what the field is. */
  hasMixedTypes?: boolean;
  /** Not kept on the contact. */
  isThisSendOnly?: boolean;
  /** Where the value came from; stands in the place of the type. */
  from?: string;
}

interface KeyValueTableProps {
  label: string;
  rows: readonly KeyValueRow[];
  /** Makes the values editable. `null` deletes the key. A rejected promise keeps the editor open with its message. */
  onSave?: (key: string, value: JsonValue) => Promise<void>;
}

/** Contact data, event data, context: key, value, and what kind of value it is. */
export function KeyValueTable({ label, rows, onSave }: KeyValueTableProps): ReactElement {
  return (
    <table className="kv ruled-top" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th className="mono" scope="row" title={row.key}>
              {row.key}
            </th>
            <td className={typeof row.value === 'number' ? 'tab' : undefined}>
              {onSave ? (
                <EditableValue name={row.key} value={row.value} onSave={(value) => onSave(row.key, value)} />
              ) : (
                textOf(row.value)
              )}
            </td>
            <td className="from">
              <Kind row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Kind({ row }: { row: KeyValueRow }): ReactElement {
  if (row.isThisSendOnly) return <span className="chip once">this send only</span>;
  if (row.hasMixedTypes) return <span className="chip warn">mixed types</span>;
  if (row.from) return <>{row.from}</>;
  return <span className="chip">{typeOf(row.value)}</span>;
}

export interface Fact {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** The same table for named facts instead of keys. */
export function FactTable({ label, facts }: { label: string; facts: readonly Fact[] }): ReactElement {
  return (
    <table className="kv ruled-top" aria-label={label}>
      <tbody>
        {facts.map((fact) => (
          <tr key={fact.label}>
            <th scope="row">{fact.label}</th>
            <td colSpan={fact.note === undefined ? 2 : 1}>{fact.value}</td>
            {fact.note === undefined ? null : <td className="from">{fact.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
