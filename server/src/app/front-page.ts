import { z } from 'zod';
import { answer, definePageRoute, redirect } from '#platform/http';
import { version } from '#platform/version';
import { pageReply } from '#pure/recipient-pages';
import { findDashboard } from './dashboard-files.ts';
import { dashboardUrl } from './dashboard-pages.ts';

const FrontPage = z.object({
  name: z.string(),
  version: z.string(),
  message: z.string(),
  links: z.object({
    documentation: z.string(),
    reference: z.string(),
    contract: z.string(),
    config: z.string(),
    health: z.string(),
    dashboard: z.string().optional(),
  }),
});

const message = 'This is the API of an email platform. Mail is sent with POST /v1/send and an API key.';
const headers = { 'cache-control': 'public, max-age=300', vary: 'Accept' } as const;

/** For people who open the URL of an instance: the dashboard, or a short description with links. Reveals nothing about its projects. */
export const frontPage = definePageRoute({
  method: 'GET',
  path: '/',
  summary: 'What this is, and where to go on',
  replies: { 200: FrontPage, 302: null },
  produces: 'application/json',
  otherwise: { 'text/html': z.string() },
  async run({ config, header }) {
    const { BASE_URL } = config;
    const hasDashboard = findDashboard(config) !== null;
    const links = {
      documentation: `${BASE_URL}/docs`,
      reference: `${BASE_URL}/reference`,
      contract: `${BASE_URL}/openapi.json`,
      config: `${BASE_URL}/config`,
      health: `${BASE_URL}/health`,
      ...(hasDashboard ? { dashboard: dashboardUrl(config) } : {}),
    };
    if (header('accept')?.toLowerCase().includes('text/html')) {
      if (hasDashboard) return redirect(dashboardUrl(config), { vary: 'Accept' });
      const page = pageReply({
        language: 'en',
        project: null,
        title: 'Postrider',
        sentence: message,
        note: `Version ${version}. If you came here by a link in a mail, it was not copied whole.`,
        link: { to: links.documentation, text: 'Documentation' },
      });
      return answer(200, page.body, { ...page.headers, ...headers });
    }
    const body: z.output<typeof FrontPage> = { name: 'Postrider', version, message, links };
    return answer(200, body, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  },
});
