import type { ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { smtpListener } from './listener.ts';

export const inbound = defineFeature({
  name: 'inbound',
  portListeners: [smtpListener],
  wipe: wipeReports,
});

/** At most a hundred of a project are stored: one statement deletes them all. */
async function wipeReports({ db, projectId }: ProjectTx): Promise<boolean> {
  await db.deleteFrom('inboundReports').where('projectId', '=', projectId).execute();
  return false;
}
