import { EmailsErased } from '#features/emails';
import { on, type ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { bounceHostCheck } from './bounce-host-check.ts';
import { smtpListener } from './listener.ts';

export const inbound = defineFeature({
  name: 'inbound',
  portListeners: [smtpListener],
  doctorChecks: [bounceHostCheck],
  listeners: [on(EmailsErased, deleteReports)],
  wipe: wipeReports,
});

/** Reports about mail to contacts that were deleted (D-1063). */
async function deleteReports({ db, projectId }: ProjectTx, erased: readonly { emailId: string }[]): Promise<void> {
  const ids = erased.map(({ emailId }) => emailId);
  await db
    .deleteFrom('inboundReports')
    .where('projectId', '=', projectId)
    .where((where) => where('emailId', '=', where.fn.any(where.val(ids))))
    .execute();
}

/** At most a hundred of a project are stored: one statement deletes them all. */
async function wipeReports({ db, projectId }: ProjectTx): Promise<boolean> {
  await db.deleteFrom('inboundReports').where('projectId', '=', projectId).execute();
  return false;
}
