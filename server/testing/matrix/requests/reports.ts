import type { Requests } from '../request.ts';

export const reportRequests: Requests = {
  'GET /activity/stats': async () => ({}),
  'GET /analytics/timeseries': async () => ({}),
  'GET /analytics/top-campaigns': async () => ({}),
  'GET /analytics/campaign-stats': async () => ({}),
  'GET /analytics/top-events': async () => ({}),
  'GET /analytics/deliverability': async () => ({}),
  'GET /analytics/sources': async () => ({}),
  'GET /analytics/audience': async () => ({}),
  'GET /activity': async (fixture) => ({ query: { contactId: await fixture.make('contact') } }),
  'GET /activity/recent-count': async () => ({}),
  'GET /activity/types': async () => ({}),
  'GET /activity/upcoming': async () => ({}),
  'GET /stream': async () => ({ query: { seconds: '0' } }),
  'GET /projects/:id/setup-state': async ({ project }) => ({ params: { id: project.id } }),
};
