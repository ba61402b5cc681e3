import { defineJob, JobBroken, loadJobFile } from '#features/jobs';
import type { ProjectTx } from '#platform/context';
import { type CellType, type CsvPosition, cellTypes } from '#pure/csv';
import type { FieldType } from '#pure/custom-fields';
import { type ImportFile, textOf } from './import-file.ts';
import { type ImportCounts, importRows } from './import-rows.ts';
import { foldTallies } from './tasks.ts';

interface ImportCursor {
  at: CsvPosition;
  /** What the cells of each column become, decided for the whole file. */
  types: CellType[];
}

const initialCounts: ImportCounts = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

/** Imports the rows of a CSV file, 500 in a transaction. */
export const importJob = defineJob<ImportFile, ImportCursor, ImportCounts>({
  type: 'import',
  name: 'contacts.import',
  initialCounts,

  async begin(tx, { input }) {
    const types = cellTypes(input.columns, input.forms, await knownTypes(tx, input));
    return { cursor: { at: input.start, types }, counts: initialCounts, done: 0 };
  },

  async open(ctx, { id, input: file }) {
    const bytes = await loadJobFile(ctx, id);
    if (!bytes) throw new JobBroken('The file is no longer there.');
    const text = textOf(bytes);
    return async (tx, { cursor: { at, types }, counts: before }) => {
      const { next, counts } = await importRows(tx, id, { file, text, at, types });
      const isOver = next.index >= text.length;
      if (isOver) await tx.enqueue(foldTallies, {});
      return {
        cursor: isOver ? null : { at: next, types },
        counts: addCounts(before, counts),
        done: next.index / text.length,
      };
    };
  },
});

const addCounts = (left: ImportCounts, right: ImportCounts): ImportCounts => ({
  total: left.total + right.total,
  created: left.created + right.created,
  updated: left.updated + right.updated,
  skipped: left.skipped + right.skipped,
  failed: left.failed + right.failed,
});

/** The types that keys of the file have in this project. A deleted field has none (D-223). */
async function knownTypes(tx: ProjectTx, file: ImportFile): Promise<Map<string, FieldType>> {
  const keys = file.columns.flatMap((column) => (column.kind === 'data' ? [column.key] : []));
  const rows = await tx.db
    .selectFrom('contactFields')
    .select(['key', 'type'])
    .where('projectId', '=', tx.projectId)
    .where((where) => where('key', '=', where.fn.any(where.val(keys))))
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ key, type }) => [key, type]));
}
