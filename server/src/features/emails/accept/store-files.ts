import { createHash } from 'node:crypto';
import type { ProjectTx } from '#platform/context';
import type { AttachmentEntry } from './accepted-mail.ts';
import type { GivenAttachment } from './read-attachments.ts';

/** Stores the files of a request once, however many recipients it has. Answers what each record keeps of them. */
export async function storeFiles(tx: ProjectTx, files: readonly GivenAttachment[]): Promise<AttachmentEntry[]> {
  if (files.length === 0) return [];
  const stored = files.map(({ content, ...file }) => {
    const sha256 = createHash('sha256').update(content).digest();
    return { file, content, sha256, id: tx.newId() };
  });
  for (const { id, content, sha256 } of stored) {
    const row = { projectId: tx.projectId, id, size: content.length, sha256, content };
    await tx.db.insertInto('emailAttachments').values(row).execute();
  }
  return stored.map(({ file, content, sha256, id }) => ({
    ...file,
    blob: id,
    size: content.length,
    sha256: sha256.toString('hex'),
  }));
}
