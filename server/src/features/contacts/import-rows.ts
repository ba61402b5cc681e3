import { addJobErrors, type JobError, type JobId } from '#features/jobs';
import type { ProjectTx } from '#platform/context';
import { type CellType, type CsvPosition, type CsvRow, readRows } from '#pure/csv';
import { limits } from '#pure/limits';
import type { ContactInput, ContactPlan } from './contact.ts';
import type { ImportFile } from './import-file.ts';
import { readImportRow, withoutNul } from './import-row.ts';
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
const maxCells = limits.failedRowCells;

/**
 * Writes one batch of rows: contacts and failed rows. Returns the counts of the batch and where the next one begins.
 * Invariant: rows count as if they were written one after the other, so counts do not depend on where batches begin.
 */
export async function importRows(
  tx: ProjectTx,
  jobId: JobId,
  { file, text, at, types }: ImportPart,
): Promise<{ next: CsvPosition; counts: ImportCounts }> {
  const bounds = { delimiter: file.delimiter, rows: rowsAtOnce, cells: maxCells, characters: 1_048_576 };
  const { rows, next } = readRows(text, at, bounds);
  const accepted: AcceptedRow[] = [];
  const errors: JobError[] = [];
  for (const row of rows) {
    const parsed = readImportRow(file.columns, types, row);
    if (parsed.ok) accepted.push({ row, input: parsed.input });
    else errors.push(errorOf(row, parsed.email, parsed.error));
  }
  const steps = await writeAccepted(tx, accepted);
  for (const { item, plan } of steps) {
    if (plan.kind === 'refuse') errors.push(errorOf(item.row, item.input.email, plan.problem.message));
  }
  await addJobErrors(tx, jobId, errors);
  const count = (kind: ContactPlan['kind']): number => steps.filter(({ plan }) => plan.kind === kind).length;
  const counts = { created: count('create'), updated: count('change'), skipped: count('keep') };
  return { next, counts: { ...counts, total: rows.length, failed: errors.length } };
}

interface AcceptedRow {
  row: CsvRow;
  input: ContactInput;
}

/** Writes each address once, whatever the number of its rows. */
async function writeAccepted(
  tx: ProjectTx,
  accepted: readonly AcceptedRow[],
): Promise<{ item: AcceptedRow; plan: ContactPlan }[]> {
  const byEmail = Map.groupBy(accepted, ({ input }) => input.email);
  const existing = await lockContactsByEmail(tx, [...byEmail.keys()]);
  // Why: in the order of addresses, so that two transactions that write the same new ones do not deadlock.
  const plans = [...byEmail]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([email, items]) =>
      planInTurn(existing.get(email) ?? null, items, { id: tx.newId<'contact'>(), now: tx.now }),
    );
  await writeContacts(
    tx,
    plans.flatMap(({ combined }) => combined ?? []),
    'import',
  );
  return plans.flatMap(({ steps }) => steps);
}

const errorOf = (row: CsvRow, email: string | null, error: string): JobError => ({
  line: row.line,
  email,
  error,
  cells: row.cells.map(withoutNul),
});
