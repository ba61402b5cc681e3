import { isUtf8 } from 'node:buffer';
import { setImmediate as breath } from 'node:timers/promises';
import type { UploadedFile } from '#platform/http';
import type { Refusal } from '#platform/refusals';
import { Invalid } from '#platform/refusals';
import type { CellForms, Column, CsvPosition, Delimiter, Header } from '#pure/csv';
import { noteForms, readHeader, readRows } from '#pure/csv';
import { cut } from '#pure/text';

/** What an import knows of its file before it begins. */
export interface ImportFile {
  /** The header line as it was, for the file of failed rows. */
  readonly header: readonly string[];
  readonly columns: readonly Column[];
  readonly delimiter: Delimiter;
  /** Where the rows begin. */
  readonly start: CsvPosition;
  readonly forms: Readonly<CellForms>;
}

const mostRows = 200_000;
const types = new Set(['text/csv', 'text/plain', 'application/vnd.ms-excel']);

/** Everything that is checked before an import is accepted (D-228). Leaves the event loop free between slices. */
export async function checkImportFile(file: UploadedFile): Promise<ImportFile> {
  if (!/\.csv$/i.test(file.name) && !types.has(file.type)) throw problem('custom', 'The file must be a CSV file.');
  if (!isUtf8(file.bytes)) throw problem('custom', 'The file must be text in UTF-8.');
  const text = textOf(file.bytes);
  const reading = readHeader(text);
  if (!reading.ok) throw problem(reading.problem.code, reading.problem.message);
  const { header } = reading;
  return {
    header: header.cells.map((cell) => cut(cell, 200)),
    columns: header.columns,
    delimiter: header.delimiter,
    start: header.next,
    forms: await readThrough(text, header),
  };
}

/** The text of a file, without a byte order mark. */
export const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '');

/** Counts the rows and finds out what the cells of each column read as. */
async function readThrough(text: string, header: Header): Promise<CellForms> {
  const forms: CellForms = header.columns.map(({ kind }) => (kind === 'data' ? null : 'text'));
  const limits = { delimiter: header.delimiter, rows: 1_000, cells: header.columns.length, characters: 65_536 };
  let count = 0;
  for (let from = header.next; from.index < text.length; await breath()) {
    const { rows, next } = readRows(text, from, limits);
    for (const row of rows) noteForms(forms, row.cells);
    count += rows.length;
    if (count > mostRows) throw problem('too_big', `A file has at most ${mostRows} rows.`);
    from = next;
  }
  return forms;
}

const problem = (code: string, message: string): Refusal => Invalid([{ field: 'file', code, message }]);
