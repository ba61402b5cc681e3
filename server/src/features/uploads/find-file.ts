import { type InstanceContext, type ProjectId, perApp } from '#platform/context';
import { Cache } from '#pure/cache';
import { limits } from '#pure/limits';
import { handleOf } from './file-key.ts';
import { FileNotFound, StorageAway } from './refusals.ts';

export interface StoredFile {
  readonly type: string;
  readonly bytes: Buffer;
}

const now = (): number => performance.now();

/** By handle: the project whose files are shown, or null. Its age is how long files of a disabled project may still be seen. */
const projects = perApp(() => new Cache<string, ProjectId | null>({ maxEntries: 10_000, age: { maxMs: 10_000, now } }));

/** By key. Their age is how long files may still be seen after a reset; a logo asked for all the time is read once a minute. */
const files = perApp(
  () =>
    new Cache<string, StoredFile | null>({
      maxEntries: 50_000,
      weight: { max: limits.cachedFileBytes, of: (_key, file) => 1_024 + (file?.bytes.length ?? 0) },
      age: { maxMs: 60_000, now },
    }),
);

/** The file that is public under a key. Files of a project that was disabled for phishing are not found. */
export async function findFile(ctx: InstanceContext, key: string): Promise<StoredFile> {
  const handle = handleOf(key);
  if (handle === null) throw FileNotFound();
  const projectId = await projects(ctx).load(handle, () => loadProject(ctx, handle));
  if (projectId === null) throw FileNotFound();
  const found = await files(ctx).load(
    key,
    () => loadFile(ctx, projectId, key),
    (file) => file !== null,
  );
  if (found === null) throw FileNotFound();
  return found;
}

async function loadProject(ctx: InstanceContext, handle: string): Promise<ProjectId | null> {
  const row = await ctx.read(({ db }) =>
    db
      .selectFrom('projects')
      .select(['id', 'disabledReason'])
      .where('handle', '=', handle)
      .where('deletedAt', 'is', null)
      .executeTakeFirst(),
  );
  return row && row.disabledReason !== 'PHISHING_DETECTED' ? (row.id as ProjectId) : null; // the primary key
}

async function loadFile(ctx: InstanceContext, projectId: ProjectId, key: string): Promise<StoredFile | null> {
  const row = await ctx
    .inProject(projectId)
    .read(({ db }) =>
      db
        .selectFrom('uploads')
        .select(['type', 'content'])
        .where('projectId', '=', projectId)
        .where('key', '=', key)
        .executeTakeFirst(),
    );
  if (!row) return null;
  const bytes = row.content ?? (await readFile(ctx, key));
  if (bytes === null) ctx.log.error({ projectId, key }, 'the bytes of a file are missing');
  return bytes && { type: row.type, bytes };
}

async function readFile(ctx: InstanceContext, key: string): Promise<Buffer | null> {
  try {
    return (await ctx.files?.read(key, limits.writtenImageBytes)) ?? null;
  } catch (error) {
    ctx.log.error({ error, key }, 'a file could not be read');
    throw StorageAway();
  }
}
