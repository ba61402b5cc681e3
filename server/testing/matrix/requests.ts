import type { Requests } from './request.ts';
import { accountRequests } from './requests/accounts.ts';
import { addressCheckRequests } from './requests/address-checks.ts';
import { contactRequests } from './requests/contacts.ts';
import { domainRequests } from './requests/domains.ts';
import { eventRequests } from './requests/events.ts';
import { instanceRequests } from './requests/instance.ts';
import { jobRequests } from './requests/jobs.ts';
import { projectRequests } from './requests/projects.ts';
import { segmentRequests } from './requests/segments.ts';
import { templateRequests } from './requests/templates.ts';

/** One list per room. A route without a request here fails the generated tests. */
export const requests: Requests = {
  ...instanceRequests,
  ...accountRequests,
  ...jobRequests,
  ...projectRequests,
  ...domainRequests,
  ...contactRequests,
  ...eventRequests,
  ...addressCheckRequests,
  ...templateRequests,
  ...segmentRequests,
};
