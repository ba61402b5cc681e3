import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import { MethodNotAllowed, RouteNotFound } from '#platform/http';
import { pageReply } from '#pure/recipient-pages';
import { acceptedEncodings } from './accepted-encodings.ts';
import { type Dashboard, type DashboardFile, dashboardFolder, encodings, findDashboard } from './dashboard-files.ts';

/** The dashboard's own address. */
export const dashboardUrl = ({ BASE_URL }: Config): string => `${BASE_URL}/app`;

/** Replaced in the page with the nonce of the reply, for libraries that insert style elements. */
const noncePlaceholder = '__STYLE_NONCE__';

/** The build puts files here whose names contain a hash of their content. */
const hashedFolder = 'assets/';

/** Serves the dashboard below `/app`: its files, and its one page for every other path. Not part of the contract of the API. */
export function addDashboard(server: FastifyInstance, config: Config): void {
  if (dashboardFolder(config) === null) return;
  const dashboard = findDashboard(config);
  const headers = fixedHeaders(config);
  for (const url of ['/app', '/app/*']) {
    server.get(url, (request, reply) => {
      void reply.headers(headers);
      return dashboard ? serve(dashboard, request, reply) : explainMissing(reply);
    });
    server.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: (request) => {
        throw MethodNotAllowed(request.method, ['GET', 'HEAD']);
      },
    });
  }
}

function serve(dashboard: Dashboard, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { '*': path = '' } = request.params as { '*'?: string }; // text below `/app/`, decoded
  const file = dashboard.files.get(path);
  if (file) return sendFile(file, path, request, reply);
  if (path.startsWith(hashedFolder)) throw RouteNotFound(request.method, request.url.split('?')[0] ?? '');
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(nonce) })
    .send(dashboard.index.replaceAll(noncePlaceholder, nonce));
}

function sendFile(file: DashboardFile, path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isHashed = path.startsWith(hashedFolder);
  void reply.headers({
    'content-type': file.type,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'Accept-Encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  for (const [encoding] of encodings) {
    const bytes = file.compressed[encoding];
    if (bytes && accepted.has(encoding)) return reply.header('content-encoding', encoding).send(bytes);
  }
  return reply.send(file.bytes);
}

const fixedHeaders = ({ BASE_URL }: Config): Record<string, string> => ({
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'same-origin',
  ...(BASE_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});

const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function explainMissing(reply: FastifyReply): FastifyReply {
  const { body, headers } = pageReply({
    language: 'en',
    project: null,
    title: 'The dashboard is not built',
    sentence: 'This instance runs without the files of its dashboard. The API works.',
    note: 'Run `npm run build` in the repository and start Postrider again.',
  });
  return reply.code(404).headers(headers).send(body);
}
