import { EmailsClosed, EmailsNoticed } from '#features/emails';
import { on } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { checkReputation, repeatFailedChecks } from './check-reputation.ts';
import { emailsClosed, emailsNoticed } from './listeners.ts';
import { notifyTeam } from './notify-team.ts';
import * as routes from './routes.ts';
import { sendNotice } from './send-notice.ts';

/** No `wipe`: a reset keeps the security history (D-1151), and it is deleted with the row of the project. */
export const reputation = defineFeature({
  name: 'reputation',
  routes: Object.values(routes),
  tasks: [checkReputation, notifyTeam, sendNotice],
  schedules: [repeatFailedChecks],
  listeners: [on(EmailsClosed, emailsClosed), on(EmailsNoticed, emailsNoticed)],
});
