import { expect, test } from 'vitest';
import { paths } from '../../dashboard/src/navigation/paths.ts';
import { projectPageUrl } from '../../server/src/features/projects/project-page-url.ts';

const project = '0197f3a2-0000-7000-8000-000000000001' as Parameters<typeof projectPageUrl>[1]; // any
const inMail = (page: string): string => projectPageUrl({ BASE_URL: 'https://mail.acme.com' }, project, page);

test.each([
  ['settings/security', paths.settings(project, 'security')],
  ['settings/billing', paths.settings(project, 'billing')],
  ['domains/7', paths.domain(project, '7')],
  ['campaigns/7', paths.campaign(project, '7')],
  ['webhooks/7', paths.webhook(project, '7')],
])('a mail that names %s links to that page of the dashboard', (page, path) => {
  expect(inMail(page)).toBe(`https://mail.acme.com${path}`);
});
