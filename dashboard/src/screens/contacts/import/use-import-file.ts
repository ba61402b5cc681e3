import { useMemo, useState } from 'react';
import { columnsOf, guessTargets, headerName, type KnownField, looksLikeNames, type Target } from './column-mapping.ts';
import {
  type Delimiter,
  decode,
  type Encoding,
  guessDelimiter,
  guessEncoding,
  readCsv,
  withHeader,
} from './csv-file.ts';

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How the file is read. */
interface Reading {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  readonly hasNames?: boolean;
}

interface Choices extends Reading {
  readonly targets?: ReadonlyMap<number, Target>;
}

/** A file as the browser reads it: what was guessed, what a person chose instead, and what would be uploaded. */
export function useImportFile({ name, bytes }: ChosenFile, fields: readonly KnownField[]) {
  const [choices, setChoices] = useState<Choices>({});
  const guessedEncoding = useMemo(() => guessEncoding(bytes), [bytes]);
  const encoding = choices.encoding ?? guessedEncoding;
  const text = useMemo(() => decode(bytes, encoding), [bytes, encoding]);
  /** Of the uploaded text, but for the names of its columns. */
  const sizeBytes = useMemo(() => new Blob([text]).size, [text]);
  const guessedDelimiter = useMemo(() => guessDelimiter(text), [text]);
  const delimiter = choices.delimiter ?? guessedDelimiter;
  const preview = useMemo(() => readCsv(text, delimiter), [text, delimiter]);
  const hasNames = choices.hasNames ?? looksLikeNames(preview.rows[0] ?? []);
  const columns = useMemo(() => columnsOf(preview.rows, hasNames), [preview, hasNames]);
  const guessed = useMemo(() => guessTargets(columns, fields), [columns, fields]);
  const targets = guessed.map((target, index) => choices.targets?.get(index) ?? target);

  return {
    name,
    encoding,
    delimiter,
    hasNames,
    isEncodingGuessed: choices.encoding === undefined,
    isDelimiterGuessed: choices.delimiter === undefined,
    columns,
    targets,
    sizeBytes,
    rowCount: preview.count - (hasNames ? 1 : 0),
    /** Another way to read the file makes other columns, so what was chosen for them goes. */
    read: (how: Reading) => setChoices((old) => ({ ...readingOf(old), ...how })),
    map: (index: number, target: Target) =>
      setChoices((old) => ({ ...old, targets: new Map([...(old.targets ?? []), [index, target]]) })),
    upload: (): Blob => {
      const first = hasNames ? preview.first : null;
      return new Blob([withHeader(text, delimiter, targets.map(headerName), first)], { type: 'text/csv' });
    },
  };
}

export type ImportFile = ReturnType<typeof useImportFile>;

const readingOf = ({ encoding, delimiter, hasNames }: Choices): Reading => ({
  ...(encoding !== undefined && { encoding }),
  ...(delimiter !== undefined && { delimiter }),
  ...(hasNames !== undefined && { hasNames }),
});
