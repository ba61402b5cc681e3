export type { CellForms, CellType } from './column-types.ts';
export { cellTypes, noteForms, readCell } from './column-types.ts';
export type { CsvColumn, CsvHeader } from './read-header.ts';
export { readHeader } from './read-header.ts';
export type { CsvPosition, CsvRow, Delimiter } from './read-rows.ts';
export { readRows } from './read-rows.ts';
export { writeRow } from './write-row.ts';
