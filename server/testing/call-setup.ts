import type { ServerResponse } from 'node:http';
import type { Client as SqlClient } from 'pg';
import type { SpoolDefinition } from '../src/platform/spool/index.ts';
import { type CallTargetServer, type SeenRequest, startCallTarget } from './call-target.ts';
import type { Client } from './client.ts';
import type { GivenProject } from './given.ts';
import { connect } from './spool-setup.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { type GivenStep, givenWorkflow } from './workflow-setup.ts';

type Reply = (request: SeenRequest, response: ServerResponse) => void;

/** An instance that may call a server on this machine, and a project whose workflows do. */
export interface CallSetup {
  readonly app: TestApp;
  /** What another process needs to call as this one does. */
  readonly settings: Record<string, string>;
  readonly target: CallTargetServer;
  /** On the same port of 127.0.0.2. */
  readonly otherHost: CallTargetServer;
  readonly sql: SqlClient;
  project: GivenProject;
  api: Client;
  /** How the target replies from now on. */
  replyWith(reply: Reply): void;
  /** Requests to `target` since the last `renew`. */
  requests(): readonly SeenRequest[];
  /** A new project, and a target that replies 200 and `{}`. */
  renew(): Promise<void>;
  rows(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  track(event: string, fields?: object, email?: string): Promise<void>;
  /** A workflow that begins with a WEBHOOK, started by `signup`. */
  givenCall(config?: object, ...steps: GivenStep[]): Promise<string>;
  /** As if the pause before the next attempts had passed. */
  passPause(): Promise<void>;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = '{}'): Reply =>
  (_request, response) =>
    void response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body);

export async function startCallSetup(template: string, spools: readonly SpoolDefinition[]): Promise<CallSetup> {
  let reply = status(200);
  const replyNow: Reply = (request, response) => reply(request, response);
  const target = await startCallTarget({ reply: replyNow });
  const otherHost = await startCallTarget({ reply: replyNow, address: '127.0.0.2', port: target.port });
  const networks = ['127.0.0.1', '127.0.0.2'].map((address) => `${address}:${target.port}`);
  const settings = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: networks.join(',') };
  const app = await startTestApp(template, settings, { spools });
  const sql = await connect(app.databaseUrl);
  const project = await app.given.project();
  let seenBefore = 0;
  const setup: CallSetup = {
    ...{ app, settings, target, otherHost, sql, project, api: app.as(project.secretKey) },
    replyWith(given) {
      reply = given;
    },
    requests: () => target.requests.slice(seenBefore),
    async renew() {
      setup.project = await app.given.project();
      setup.api = app.as(setup.project.secretKey);
      seenBefore = target.requests.length;
      reply = status(200);
    },
    rows: async (text, ...values) => (await sql.query(text, [setup.project.id, ...values])).rows,
    async track(event, fields = {}, email = 'ada@example.com') {
      const { status: code, body } = await setup.api.post('/events/track', { email, event, ...fields });
      if (code !== 200) throw new Error(`not tracked: ${JSON.stringify(body)}`);
    },
    async givenCall(config = {}, ...steps) {
      const call = { type: 'WEBHOOK', name: 'Tell CRM', config: { url: urlOf(setup), ...config } };
      return (await givenWorkflow(setup.api, { steps: [call, ...steps] })).id;
    },
    async passPause() {
      await setup.rows(`
        update executions set open = open || jsonb_build_object('executeAfter', now() - interval '1 ms')
         where project_id = $1 and open ? 'executeAfter'`);
      await setup.rows('update workflow_calls set due_at = now() where project_id = $1 and lease_until is null');
      await app.settle();
    },
    async close() {
      await sql.end();
      await app.close();
      await target.close();
      await otherHost.close();
    },
  };
  return setup;
}

export const urlOf = ({ target }: Pick<CallSetup, 'target'>, path = '/hook', host = '127.0.0.1'): string =>
  `http://${host}:${target.port}${path}`;
