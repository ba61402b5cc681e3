import type { ReactElement, ReactNode } from 'react';
import { Bill } from '../../../widgets/bill/bill.tsx';
import { formatCount } from '../../../widgets/figures/format.ts';
import { Menu } from '../../../widgets/menu/menu.tsx';
import { type Delimiter, delimiters, type Encoding, encodings } from './csv-file.ts';
import type { ImportFile } from './use-import-file.ts';

const delimiterNames: Readonly<Record<Delimiter, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };
const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows 1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

/** How the file was read; what was guessed can be changed. */
export function FileFacts({ file }: { readonly file: ImportFile }): ReactElement {
  const used = file.targets.filter(({ kind }) => kind !== 'out').length;
  return (
    <Bill
      facts={[
        {
          label: 'Delimiter',
          value: (
            <Chosen
              what="Delimiter"
              name={delimiterNames[file.delimiter]}
              isGuessed={file.isDelimiterGuessed}
              options={delimiters.map((delimiter) => ({
                name: delimiterNames[delimiter],
                onRun: () => file.read({ delimiter }),
              }))}
            />
          ),
        },
        {
          label: 'Encoding',
          value: (
            <Chosen
              what="Encoding"
              name={encodingNames[file.encoding]}
              isGuessed={file.isEncodingGuessed}
              options={encodings.map((encoding) => ({
                name: encodingNames[encoding],
                onRun: () => file.read({ encoding }),
              }))}
            />
          ),
        },
        {
          label: 'First line',
          value: (
            <Chosen
              what="First line"
              name={file.hasNames ? 'holds the names' : 'is a person'}
              isGuessed={false}
              options={[
                { name: 'holds the names', onRun: () => file.read({ hasNames: true }) },
                { name: 'is a person', onRun: () => file.read({ hasNames: false }) },
              ]}
            />
          ),
        },
        { label: 'Columns', value: `${formatCount(used)} of ${formatCount(file.columns.length)} are used` },
        { label: 'Looked at', value: 'the first 20 lines here; the server reads all again', width: 'wide' },
      ]}
    />
  );
}

interface ChosenProps {
  readonly what: string;
  readonly name: string;
  readonly isGuessed: boolean;
  readonly options: readonly { readonly name: string; readonly onRun: () => void }[];
}

const Chosen = ({ what, name, isGuessed, options }: ChosenProps): ReactNode => (
  <>
    <Menu
      align="start"
      trigger={
        <button type="button" className="plain" aria-label={`${what}: ${name}`}>
          {name}
        </button>
      }
      items={options.map((option) => ({ key: option.name, label: option.name, onRun: option.onRun }))}
    />{' '}
    {isGuessed && <span className="t3">guessed</span>}
  </>
);
