import { isUtf8 } from 'node:buffer';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { UploadedFile } from '#platform/http';
import { Invalid, type Refusal } from '#platform/refusals';
import {
  type CellForms,
  type CsvColumn,
  type CsvHeader,
  type CsvPosition,
  type Delimiter,
  noteForms,
  readHeader,
  readRows,
} from '#pure/csv';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';

/** What an import knows of its file before it begins. */
export interface ImportFile {
  /** The header line as it was, for the file of failed rows. */
  readonly header: readonly string[];
  readonly columns: readonly CsvColumn[];
  readonly delimiter: Delimiter;
  /** Where the rows begin. */
  readonly start: CsvPosition;
  readonly forms: Readonly<CellForms>;
}

const types = new Set(['text/csv', 'text/plain', 'application/vnd.ms-excel']);

/** Everything that is checked before an import is accepted (D-228). Yields to the event loop between slices. */
export async function checkImportFile(file: UploadedFile): Promise<ImportFile> {
  if (!/\.csv$/i.test(file.name) && !types.has(file.type)) throw problem('custom', 'The file must be a CSV file.');
  if (!isUtf8(file.bytes)) throw problem('custom', 'The file must be text in UTF-8.');
  const text = textOf(file.bytes);
  const parsed = readHeader(text);
  if (!parsed.ok) throw problem(parsed.problem.code, parsed.problem.message);
  const { header } = parsed;
  return {
    header: header.cells.map((cell) => cut(cell, 200)),
    columns: header.columns,
    delimiter: header.delimiter,
    start: header.next,
    forms: await scanRows(text, header),
  };
}

/** The text of a file, without a byte order mark. */
export const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/** Counts the rows and finds out which types the cells of each column parse as. */
async function scanRows(text: string, header: CsvHeader): Promise<CellForms> {
  const forms: CellForms = header.columns.map(({ kind }) => (kind === 'data' ? null : 'text'));
  const bounds = { delimiter: header.delimiter, rows: 1_000, cells: header.columns.length, characters: 65_536 };
  let count = 0;
  for (let from = header.next; from.index < text.length; await yieldToEventLoop()) {
    const { rows, next } = readRows(text, from, bounds);
    for (const row of rows) noteForms(forms, row.cells);
    count += rows.length;
    if (count > limits.importRows) throw problem('too_big', `A file has at most ${limits.importRows} rows.`);
    from = next;
  }
  return forms;
}

const problem = (code: string, message: string): Refusal => Invalid([{ field: 'file', code, message }]);
