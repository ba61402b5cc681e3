import type { ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import * as previewRoutes from './preview-routes.ts';
import * as routes from './routes.ts';
import { templatesSendingFrom } from './sending-from.ts';

export const templates = defineFeature({
  name: 'templates',
  routes: [...Object.values(routes), ...Object.values(previewRoutes)],
  references: { domain: templatesSendingFrom },
  wipe: wipeTemplates,
});

/** All at once: a project has few. */
async function wipeTemplates(tx: ProjectTx): Promise<boolean> {
  await tx.db.deleteFrom('templates').where('projectId', '=', tx.projectId).execute();
  await tx.db.deleteFrom('previews').where('projectId', '=', tx.projectId).execute();
  return false;
}
