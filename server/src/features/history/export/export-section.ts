import type { z } from 'zod';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings } from '#platform/db';
import { findContact, type KnownContact } from '../find-contact.ts';

/** Whose data is exported, and up to which moment: what is recorded later is left out. */
export interface ExportSubject {
  readonly ctx: ProjectContext;
  readonly contact: KnownContact;
  readonly until: Date;
}

/** One list of the export. */
export interface ExportSection {
  readonly name: string;
  readonly item: z.ZodType;
  pages(subject: ExportSubject): AsyncIterable<readonly object[]>;
}

/**
 * A read of its own for each page: an open snapshot would hold back the clean-up of the database for as long as the caller takes to read.
 * Throws when the contact was deleted meanwhile, so that half of it is not taken for the whole.
 */
export const readPage = <T>({ ctx, contact }: ExportSubject, work: (reader: ProjectReader) => Promise<T>): Promise<T> =>
  ctx.read(async (reader) => {
    // Why: compiling a statement that looks at a few rows of each month takes longer than the statement.
    applySettings(reader.db, { jit: 'off' });
    await findContact(reader, contact.id);
    return work(reader);
  });

/** Pages until one is not full; `load` gets the last row of the page before. */
export async function* inPages<Row extends object>(
  subject: ExportSubject,
  size: number,
  load: (reader: ProjectReader, after: Row | null, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | null = null; ; ) {
    const page: readonly Row[] = await readPage(subject, (reader) => load(reader, after, size));
    if (page.length > 0) yield page;
    after = page.at(-1) ?? null;
    if (page.length < size) return;
  }
}
