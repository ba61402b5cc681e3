import { defineFeature } from '#platform/feature';
import { domainCheck } from './domain-check.ts';
import { domainChecks } from './domain-checks.ts';
import { removeIdentity } from './remove-identity.ts';
import { rotateKeys } from './rotate-keys.ts';
import * as routes from './routes.ts';
import { sendNotice } from './send-notice.ts';

/** No `wipe`: a reset keeps the domains (D-1150), and they are deleted with the row of the project. */
export const domains = defineFeature({
  name: 'domains',
  routes: Object.values(routes),
  tasks: [sendNotice, removeIdentity],
  spools: [domainChecks],
  doctorChecks: [domainCheck],
  sealed: [{ name: 'signing keys of sender domains', rotate: rotateKeys }],
});
