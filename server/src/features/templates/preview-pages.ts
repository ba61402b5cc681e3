import { randomBytes } from 'node:crypto';
import { findProjectByHandle } from '#features/projects';
import type { InstanceContext, ProjectContext, ProjectTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { limits } from '#pure/limits';
import { PreviewNotFound } from './refusals.ts';

export interface PreviewPage {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Keeps HTML for a minute under an address that only its caller knows. The newest of a project push out its oldest. */
export function storePreview(ctx: ProjectContext, html: string): Promise<PreviewPage> {
  return ctx.transaction(async (tx) => {
    const { projectId } = tx;
    const token = newToken(ctx.config.CELL, await handleOf(tx));
    const tokenHash = sha256(token);
    const expiresAt = new Date(tx.now.getTime() + limits.previewSeconds * 1_000);
    await tx.db.insertInto('previews').values({ projectId, tokenHash, html, createdAt: tx.now, expiresAt }).execute();
    await tx.db
      .deleteFrom('previews')
      .where('projectId', '=', projectId)
      .where('tokenHash', 'in', (from) =>
        from
          .selectFrom('previews')
          .select('tokenHash')
          .where('projectId', '=', projectId)
          .where('tokenHash', '!=', tokenHash)
          .orderBy('createdAt', 'desc')
          .offset(limits.previewsPerProject - 1),
      )
      .execute();
    return { url: `${ctx.config.BASE_URL}/preview/${token}`, expiresAt };
  });
}

export async function findPreview(ctx: InstanceContext, token: string): Promise<string> {
  const handle = tokenPattern.exec(token)?.[1];
  const projectId = handle === undefined ? null : await findProjectByHandle(ctx, handle);
  if (projectId === null) throw PreviewNotFound();
  const row = await ctx
    .inProject(projectId)
    .read(({ db, now }) =>
      db
        .selectFrom('previews')
        .select('html')
        .where('projectId', '=', projectId)
        .where('tokenHash', '=', sha256(token))
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    );
  if (!row) throw PreviewNotFound();
  return row.html;
}

const tokenPattern = /^1[a-z0-9]{0,8}-([a-z2-7]{8})[0-9a-f]{32}$/;

/** It begins like the links of mails, so that a router in front of several installations reads both alike. */
const newToken = (cell: string, handle: string): string => `1${cell}-${handle}${randomBytes(16).toString('hex')}`;

async function handleOf({ db, projectId }: ProjectTx): Promise<string> {
  const { handle } = await db
    .selectFrom('projects')
    .select('handle')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return handle;
}
