import type { InstanceContext, ProjectId, ProjectTx } from '#platform/context';
import { currentMark, keyRing, open, SealUnreadable, seal } from '#platform/crypto';
import { hasProjectLeft } from '#platform/db';
import type { RotationCount } from '#platform/feature';
import { nilId, readId } from '#platform/ids';
import { keyContext, keyPurpose } from './find-dkim-key.ts';
import { writeOwnershipToken } from './keep-ownership-token.ts';
import { ownershipTokenOf } from './ownership-token.ts';

const batch = 200;

interface KeyLocation {
  readonly project_id: string;
  readonly domain_id: string;
}

/**
 * Seals every signing key with the present secret, and stores the ownership token of domains that have none yet, so that
 * nothing of a domain needs an older secret. One pass in the order of the ids: a run that was stopped starts again and
 * finds the first part done.
 */
export async function rotateKeys(ctx: InstanceContext): Promise<RotationCount> {
  let [seen, sealedAnew] = [0, 0];
  const unreadable: string[] = [];
  let last: KeyLocation = { project_id: nilId, domain_id: nilId };
  for (;;) {
    const locations = await ctx.dispatch<KeyLocation>('domain_keys_after', [last.project_id, last.domain_id, batch]);
    for (const [project, inProject] of Map.groupBy(locations, ({ project_id }) => project_id)) {
      const projectId = readId<'project'>(project);
      if (!projectId) continue;
      const ids = inProject.map(({ domain_id }) => domain_id);
      const done = await sealAnew(ctx, projectId, ids).catch(noneIfGone);
      seen += ids.length;
      sealedAnew += done.sealedAnew;
      unreadable.push(...done.unreadable);
    }
    const end = locations.at(-1);
    if (!end || locations.length < batch) return { seen, sealedAnew, unreadable };
    last = end;
  }
}

type SealedCount = Omit<RotationCount, 'seen'>;

const sealAnew = (ctx: InstanceContext, projectId: ProjectId, ids: readonly string[]): Promise<SealedCount> =>
  ctx.inProject(projectId).transaction(async (tx) => {
    const rows = await keysOf(tx, ids);
    const unreadable: string[] = [];
    let sealedAnew = 0;
    for (const row of rows) {
      const token = ownershipTokenOf(tx.config, { ...row, projectId });
      if (row.ownershipToken === null) await writeOwnershipToken(tx, row.domain, { token, isPublished: false });
      const outcome = await sealOne(tx, row);
      if (outcome === 'sealed') sealedAnew += 1;
      if (outcome === 'unreadable') unreadable.push(row.domain);
    }
    return { sealedAnew, unreadable };
  });

/** A project that is reset or moved keeps its keys: then the command fails, and is repeated. */
function noneIfGone(error: unknown): SealedCount {
  if (!hasProjectLeft(error)) throw error;
  return { sealedAnew: 0, unreadable: [] };
}

const keysOf = ({ db, projectId }: ProjectTx, ids: readonly string[]) =>
  db
    .selectFrom('domainKeys as k')
    .innerJoin('domains as d', (join) => join.onRef('d.projectId', '=', 'k.projectId').onRef('d.id', '=', 'k.domainId'))
    .leftJoin('ownershipTokens as o', (join) =>
      join.onRef('o.projectId', '=', 'd.projectId').onRef('o.domain', '=', 'd.domain'),
    )
    .select(['k.domainId', 'k.privateKey', 'd.domain', 'o.token as ownershipToken'])
    .where('k.projectId', '=', projectId)
    .where('k.domainId', 'in', ids)
    .orderBy('k.domainId')
    .execute();

type SealedKeyRow = Awaited<ReturnType<typeof keysOf>>[number];

/** The old value is the condition: a row that another run has sealed meanwhile is left alone. */
async function sealOne(
  { db, projectId, config }: ProjectTx,
  { domainId, privateKey }: SealedKeyRow,
): Promise<'sealed' | 'current' | 'unreadable'> {
  const ring = keyRing(config, keyPurpose);
  const plain = tryOpen(() => open(ring, privateKey, keyContext(domainId)));
  if (plain === null) return 'unreadable';
  if (privateKey.startsWith(`${currentMark(ring)}.`)) return 'current';
  const { numUpdatedRows } = await db
    .updateTable('domainKeys')
    .set({ privateKey: seal(ring, plain, keyContext(domainId)) })
    .where('projectId', '=', projectId)
    .where('domainId', '=', domainId)
    .where('privateKey', '=', privateKey)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'sealed' : 'current';
}

function tryOpen(openSeal: () => string): string | null {
  try {
    return openSeal();
  } catch (error) {
    if (!(error instanceof SealUnreadable)) throw error;
    return null;
  }
}
