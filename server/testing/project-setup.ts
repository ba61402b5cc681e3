import type { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

import type { GivenProject } from './given.ts';
import { givenContact, givenMails } from './given-mail.ts';
import { connect } from './spool-setup.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** An instance with one project, and its database: what setups for delivery, notices and received mail begin with. */
export interface ProjectSetup {
  readonly app: TestApp;
  readonly client: Client;
  readonly project: GivenProject;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  rows(statement: string, values?: readonly unknown[]): Promise<any[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  email(id: string): Promise<any>;
  /** Creates a mail to a contact of its own that was sent at its first attempt, or with this change of its row. */
  sent(change?: string): Promise<string>;
  /** Deletes every row of these tables. */
  empty(...tables: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** One for the tests of a file: `close` it after the last. It closes the `servers` that the instance uses, too. */
export async function openProjectSetup(
  settings: Record<string, string>,
  ...servers: readonly { close(): Promise<unknown> }[]
): Promise<ProjectSetup> {
  const app = await startTestApp(inject('templateDatabase'), settings);
  const client = await connect(app.databaseUrl);
  const project = await app.given.project();
  const rows: ProjectSetup['rows'] = async (statement, values = []) =>
    (await client.query(statement, [...values])).rows;
  return {
    app,
    client,
    project,
    rows,
    email: async (id) => (await rows('select * from emails where id = $1', [id]))[0],
    async sent(change = `status = 'SENT', attempts = 1, sent_at = now()`) {
      const recipient = `${crypto.randomUUID()}@example.com`;
      const contactId = await givenContact(client, project.id, recipient);
      const [id = ''] = await givenMails(client, project.id, 1, { contactId, recipient });
      await rows(`update emails set ${change} where id = $1`, [id]);
      await rows('delete from deliveries where id = $1', [id]);
      return id;
    },
    async empty(...tables) {
      for (const table of tables) await rows(`delete from ${table}`);
    },
    async close() {
      await client.end();
      await app.close();
      for (const server of servers) await server.close();
    },
  };
}

/** The same setup for one test, closed after it. */
export async function forTest<T extends Pick<ProjectSetup, 'close'>>(opening: Promise<T>): Promise<T> {
  const setup = await opening;
  onTestFinished(() => setup.close());
  return setup;
}
