import { ArrowRight } from 'lucide-react';
import type { ReactElement } from 'react';
import { type Choice, searchIn } from '../../../widgets/choice-picker/choice.ts';
import { ChoicePicker } from '../../../widgets/choice-picker/choice-picker.tsx';
import '../../../widgets/data-list/data-list.css';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { typeNames } from '../fields/type-chip.tsx';
import { keyProblem } from '../reserved-keys.ts';
import type { ImportColumn, KnownField, Target } from './column-mapping.ts';
import { isOdd, noteOn } from './column-notes.ts';
import type { ImportFile } from './use-import-file.ts';

interface MappingTableProps {
  readonly file: ImportFile;
  readonly fields: readonly KnownField[];
  readonly contacts: number;
}

const shownSamples = 3;
const columnNumber = (index: number): string => `Column ${index + 1}`;

/** What every column of the file becomes, with its first values. */
export function MappingTable({ file, fields, contacts }: MappingTableProps): ReactElement {
  const samples = Array.from(
    { length: Math.min(shownSamples, file.columns[0]?.samples.length ?? 0) },
    (_, index) => `Row ${index + 1}`,
  );
  return (
    <div className="bleed sheet mt24 maps-scroll">
      <table className="list maps" aria-label="What the columns become">
        <thead>
          <tr>
            <th>Column in the file</th>
            <th className="becomes">Becomes</th>
            {samples.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.columns.map((column, index) => {
            const target = file.targets[index] ?? { kind: 'out' };
            return (
              <MappedColumn
                key={column.index}
                column={column}
                target={target}
                fields={fields}
                contacts={contacts}
                onMap={(next) => file.map(index, next)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface MappedColumnProps {
  readonly column: ImportColumn;
  readonly target: Target;
  readonly fields: readonly KnownField[];
  readonly contacts: number;
  readonly onMap: (target: Target) => void;
}

function MappedColumn({ column, target, fields, contacts, onMap }: MappedColumnProps): ReactElement {
  const field = target.kind === 'field' ? fields.find(({ key }) => key === target.key) : undefined;
  const note = noteOn(column, target, field, contacts);
  const name = column.name || columnNumber(column.index);
  return (
    <tr className={target.kind === 'out' ? 'out' : undefined}>
      <td>
        <b>{name}</b>
        {note && (
          <span className="say">
            {note.level === 'warn' && <StateShape shape="tri" tone="warn" />} {note.message}
          </span>
        )}
      </td>
      <td className="becomes">
        <span className="mapto">
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden className="i" />
          <ChoicePicker
            label={`${name} becomes`}
            placeholder="leave out"
            value={choiceOf(target, field)}
            search={async (text) => searchIn(choicesOf(fields), text)}
            free={(text) =>
              keyProblem(text) === null ? { value: `field ${text}`, label: text, note: 'new field' } : null
            }
            nothingFound="This name is reserved: its values would vanish without an error."
            onChoose={({ value }) => onMap(targetOf(value))}
          />
        </span>
      </td>
      {column.samples.slice(0, shownSamples).map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the file is what names a cell
        <td key={index} className="smp">
          <Sample cell={cell} isOdd={isOdd(cell, target, field?.type)} />
        </td>
      ))}
    </tr>
  );
}

const maxCharacters = 60;

function Sample({ cell, isOdd }: { readonly cell: string; readonly isOdd: boolean }): ReactElement {
  if (cell.trim() === '') return isOdd ? <mark>empty</mark> : <span className="t3">empty</span>;
  const shown = cell.length > maxCharacters ? `${cell.slice(0, maxCharacters)}…` : cell;
  return isOdd ? <mark title={shown}>{shown}</mark> : <span title={shown}>{shown}</span>;
}

const fixed: readonly Choice[] = [
  { value: 'email', label: 'email', note: 'the address' },
  { value: 'subscribed', label: 'subscribed', note: 'yes or no' },
  { value: 'out', label: 'leave out' },
];

const choicesOf = (fields: readonly KnownField[]): readonly Choice[] => [
  ...fixed,
  ...fields.map(({ key, type }) => ({ value: `field ${key}`, label: key, note: typeNames[type], group: 'Fields' })),
];

function choiceOf(target: Target, field: KnownField | undefined): Choice | null {
  if (target.kind === 'out') return null;
  if (target.kind !== 'field') return fixed.find(({ value }) => value === target.kind) ?? null;
  return { value: `field ${target.key}`, label: target.key, note: field ? typeNames[field.type] : 'new field' };
}

function targetOf(value: string): Target {
  if (value === 'email' || value === 'subscribed' || value === 'out') return { kind: value };
  return { kind: 'field', key: value.slice('field '.length) };
}
