import { EmailsClosed, EmailsNoticed } from '#features/emails';
import { on, type ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { checkReputation, repeatFailedChecks } from './check-reputation.ts';
import { emailsClosed, emailsNoticed } from './listeners.ts';
import { notifyTeam } from './notify-team.ts';
import * as routes from './routes.ts';
import { sendNotice } from './send-notice.ts';

export const reputation = defineFeature({
  name: 'reputation',
  routes: Object.values(routes),
  tasks: [checkReputation, notifyTeam, sendNotice],
  schedules: [repeatFailedChecks],
  listeners: [on(EmailsClosed, emailsClosed), on(EmailsNoticed, emailsNoticed)],
  wipe: wipeReputation,
});

/** Small tables: a year of a busy project is a few thousand rows. */
async function wipeReputation(tx: ProjectTx): Promise<boolean> {
  for (const table of ['reputationCounts', 'reputationNotices', 'reputationSuspensions', 'reputationStates'] as const) {
    await tx.db.deleteFrom(table).where('projectId', '=', tx.projectId).execute();
  }
  return false;
}
