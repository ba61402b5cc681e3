import { inject } from 'vitest';
import { executionsSpool } from '../src/features/workflows/executions/spool.ts';
import type { Client } from './client.ts';
import { connect } from './spool-setup.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** A project of an instance, and what its executions look like in the database. */
export interface ExecutionProject {
  readonly id: string;
  readonly api: Client;
  /** Its owner, whose reads work while the project is disabled. */
  readonly session: Client;
  /** A query whose first value is the project. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  rows(statement: string, ...values: readonly unknown[]): Promise<any[]>;
  /** Records an event of a contact, who is made if need be. */
  track(email?: string, event?: string): Promise<void>;
  /** Starts an execution by hand; returns the reply. */
  start(workflowId: string, body: object): ReturnType<Client['post']>;
  newContact(email?: string): Promise<string>;
}

type Connection = Awaited<ReturnType<typeof connect>>;

export interface ExecutionSetup {
  readonly app: TestApp;
  /** A connection that sees every row. */
  readonly client: Connection;
  newProject(): Promise<ExecutionProject>;
  close(): Promise<void>;
}

/** One for the tests of a file. Without `isWorking` executions start and no worker begins them. */
export async function openExecutionSetup({ isWorking }: { isWorking: boolean }): Promise<ExecutionSetup> {
  const app = await startTestApp(inject('templateDatabase'), {}, { spools: isWorking ? [executionsSpool] : [] });
  const client = await connect(app.databaseUrl);
  return {
    app,
    client,
    async newProject() {
      const { id, secretKey, owner } = await app.given.project();
      const api = app.as(secretKey);
      return {
        id,
        api,
        session: owner.in(id),
        rows: async (statement, ...values) => (await client.query(statement, [id, ...values])).rows,
        async track(email = 'ada@example.com', event = 'signup') {
          const { status, body } = await api.post('/events/track', { email, event });
          if (status !== 200) throw new Error(`not recorded: ${JSON.stringify(body)}`);
        },
        start: (workflowId, body) => api.post(`/workflows/${workflowId}/executions`, body),
        async newContact(email = `${crypto.randomUUID()}@example.com`) {
          return (await api.post('/contacts', { email })).body.id;
        },
      };
    },
    async close() {
      await client.end();
      await app.close();
    },
  };
}
