import type { JobError, JobId } from '#features/jobs';
import { addJobErrors } from '#features/jobs';
import type { ProjectTx } from '#platform/context';
import type { CellType, CsvPosition, CsvRow } from '#pure/csv';
import { readRows } from '#pure/csv';
import type { ContactPlan, ContactWish } from './contact.ts';
import type { ImportFile } from './import-file.ts';
import { printable, readImportRow } from './import-row.ts';
import { lockContactsByEmail } from './lock-contacts.ts';
import { planInTurn } from './plan-in-turn.ts';
import { writeContacts } from './write-contacts.ts';

export interface ImportPart {
  file: ImportFile;
  text: string;
  at: CsvPosition;
  types: readonly CellType[];
}

export type ImportCounts = Record<'total' | 'created' | 'updated' | 'skipped' | 'failed', number>;

const rowsAtOnce = 500;
/** Cells kept of a failed row, which may have more than the file has columns. */
const mostCells = 1_000;

/**
 * Writes one batch of rows: contacts and failed rows. Returns the counts of the batch and where the next one begins.
 * Invariant: rows count as if they were written one after the other, so counts do not depend on where batches begin.
 */
export async function importRows(
  tx: ProjectTx,
  jobId: JobId,
  { file, text, at, types }: ImportPart,
): Promise<{ next: CsvPosition; counts: ImportCounts }> {
  const limits = { delimiter: file.delimiter, rows: rowsAtOnce, cells: mostCells, characters: 1_048_576 };
  const { rows, next } = readRows(text, at, limits);
  const wanted: Wanted[] = [];
  const errors: JobError[] = [];
  for (const row of rows) {
    const reading = readImportRow(file.columns, types, row);
    if (reading.ok) wanted.push({ row, wish: reading.wish });
    else errors.push(errorOf(row, reading.email, reading.error));
  }
  const steps = await writeWanted(tx, wanted);
  for (const { item, plan } of steps) {
    if (plan.kind === 'refuse') errors.push(errorOf(item.row, item.wish.email, plan.problem.message));
  }
  await addJobErrors(tx, jobId, errors);
  const count = (kind: ContactPlan['kind']): number => steps.filter(({ plan }) => plan.kind === kind).length;
  const counts = { created: count('create'), updated: count('change'), skipped: count('keep') };
  return { next, counts: { ...counts, total: rows.length, failed: errors.length } };
}

interface Wanted {
  row: CsvRow;
  wish: ContactWish;
}

/** Writes each address once, whatever the number of its rows. */
async function writeWanted(tx: ProjectTx, wanted: readonly Wanted[]): Promise<{ item: Wanted; plan: ContactPlan }[]> {
  const byEmail = Map.groupBy(wanted, ({ wish }) => wish.email);
  const existing = await lockContactsByEmail(tx, [...byEmail.keys()]);
  // Why: in the order of addresses, so that two who write the same new ones do not wait for each other in a circle.
  const plans = [...byEmail]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([email, items]) =>
      planInTurn(existing.get(email) ?? null, items, { id: tx.newId<'contact'>(), now: tx.now }),
    );
  await writeContacts(
    tx,
    plans.flatMap(({ together }) => together ?? []),
    'import',
  );
  return plans.flatMap(({ steps }) => steps);
}

const errorOf = (row: CsvRow, email: string | null, error: string): JobError => ({
  line: row.line,
  email,
  error,
  cells: row.cells.map(printable),
});
