import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectTx } from '#platform/context';
import type { AttachmentEntry } from './accepted-mail.ts';
import type { AttachmentInput } from './attachment-shapes.ts';

/** Stores the files of a request once for all recipients. Returns the entries that each record keeps. */
export async function storeFiles(tx: ProjectTx, files: readonly AttachmentInput[]): Promise<AttachmentEntry[]> {
  if (files.length === 0) return [];
  const entries: AttachmentEntry[] = [];
  for (const { content, ...file } of files) {
    const [id, sha256, size] = [tx.newId(), await sha256Of(content), content.length];
    await tx.db.insertInto('emailAttachments').values({ projectId: tx.projectId, id, size, sha256, content }).execute();
    entries.push({ ...file, blob: id, size, sha256: sha256.toString('hex') });
  }
  return entries;
}

const pieceBytes = 1_048_576;

/** Why in pieces: hashing 10 MB at once blocks the process for 60 ms. */
async function sha256Of(content: Buffer): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < content.length; from += pieceBytes) {
    if (from > 0) await nextTurn();
    hash.update(content.subarray(from, from + pieceBytes));
  }
  return hash.digest();
}
