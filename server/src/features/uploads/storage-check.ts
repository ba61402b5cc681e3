import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import type { FileStore } from '#platform/files';

const why = 'Images of mails are kept there.';
const lowBytes = 1_073_741_824;

/** Writes a small file, reads it and removes it. */
export const storageCheck: DoctorCheck = {
  id: 'storage.files',
  group: 'storage',
  why,
  async run({ config, files }) {
    const about = finding(this.id, why);
    if (config.STORAGE === 'none') return [about.pass('STORAGE is none: nobody can upload.')];
    if (!files) return [about.pass('Files are kept in the database.')];
    const place = config.STORAGE === 'disk' ? `the folder ${config.STORAGE_FOLDER}` : `the bucket ${config.S3_BUCKET}`;
    const reason = await tryOut(files);
    const written = reason
      ? about.fail(
          `Nothing can be kept in ${place}: ${reason}`,
          'See that it exists and that this process may write there.',
        )
      : about.pass(`Files can be written to ${place} and read from it.`);
    const space = config.STORAGE === 'disk' && config.STORAGE_FOLDER ? await spaceIn(config.STORAGE_FOLDER) : [];
    return [written, ...space];
  },
};

async function tryOut(files: FileStore): Promise<string | null> {
  const key = `doctor-${randomBytes(8).toString('hex')}.txt`;
  const bytes = Buffer.from('written by doctor, and removed again');
  try {
    await files.put(key, bytes, 'text/plain');
    const read = await files.read(key, 1_024);
    return read?.equals(bytes) ? null : 'what was read is not what was written';
  } catch (error) {
    return (error as Error).message; // stores throw errors
  } finally {
    await files.remove(key).catch(() => {});
  }
}

async function spaceIn(folder: string): Promise<CheckFinding[]> {
  const about = finding('storage.space', 'A full disk refuses uploads.');
  const known = await statfs(folder).catch(() => null);
  if (!known) return [];
  const free = known.bavail * known.bsize;
  const seen = `${Math.round(free / 1_048_576)} MB are free in ${folder}.`;
  return [free < lowBytes ? about.warn(seen, 'Make room, or move STORAGE_FOLDER to a larger disk.') : about.pass(seen)];
}
