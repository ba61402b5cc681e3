import { createTransport } from 'nodemailer';
import type { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { signReturnPath } from '../src/pure/message/index.ts';
import type { TestDns } from './dns-server.ts';
import { startDns } from './dns-server.ts';
import type { GivenProject } from './given.ts';
import { givenContact, givenMails, ringOf, testSecret } from './given-mail.ts';
import { publish } from './publish.ts';
import { connect } from './spool-yard.ts';
import type { TestApp } from './test-app.ts';
import { startTestApp } from './test-app.ts';

interface Sending {
  readonly from?: string;
  readonly to: string | readonly string[];
  readonly helo?: string;
  readonly secure?: boolean;
}

/** What the listener said at the end. */
export interface SmtpAnswer {
  readonly code: number;
  readonly text: string;
}

/** An instance that takes mail by SMTP, a name server, and a project whose domain `acme.example` receives. */
export interface InboundYard {
  readonly app: TestApp;
  readonly client: Client;
  readonly names: TestDns;
  readonly project: GivenProject;
  readonly port: number;
  /** A mail that was handed over; its id. */
  sent(recipient?: string): Promise<string>;
  /** The envelope's sender of that mail. */
  returnPath(emailId: string, secret?: string): Promise<string>;
  /** Brings a message as a mail server does. */
  bring(message: string | Buffer, sending: Sending): Promise<SmtpAnswer>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at columns of every type
  rows(statement: string, values?: readonly unknown[]): Promise<any[]>;
  /** Forgets every mail, contact and event. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

export const inboundHost = 'in.postrider.example';

/** One for a test, gone with it. */
export async function inboundYard(settings: Record<string, string> = {}): Promise<InboundYard> {
  const yard = await openInboundYard(settings);
  onTestFinished(() => yard.close());
  return yard;
}

/** One for the tests of a file: `clean` it before each of them and `close` it after the last. */
export async function openInboundYard(settings: Record<string, string> = {}): Promise<InboundYard> {
  const names = await startDns();
  const app = await startTestApp(inject('templateDatabase'), {
    INBOUND_PORT: '0',
    INBOUND_LISTEN: '127.0.0.1',
    INBOUND_HOST: inboundHost,
    BOUNCE_HOST: inboundHost,
    DNS_RESOLVERS: names.address,
    ...settings,
  });
  const client = await connect(app.databaseUrl);
  const project = await app.given.project();
  await givenReceivingDomain(app, names, project, 'acme.example');
  const port = app.app.ports.inbound ?? 0;
  const handle = async (): Promise<string> =>
    (await client.query('select handle from projects where id = $1', [project.id])).rows[0].handle;
  return {
    app,
    client,
    names,
    project,
    port,
    async sent(recipient = `${crypto.randomUUID()}@example.com`) {
      const contactId = await givenContact(client, project.id, recipient);
      const [id = ''] = await givenMails(client, project.id, 1, { contactId, recipient });
      await client.query(`update emails set status = 'SENT', attempts = 1, sent_at = now() where id = $1`, [id]);
      await client.query('delete from deliveries where id = $1', [id]);
      return id;
    },
    async returnPath(emailId, secret = testSecret) {
      const [{ key }] = ringOf(secret, 'return-path');
      return `${signReturnPath({ cell: '', handle: await handle(), emailId }, key)}@bounce.acme.example`;
    },
    bring: (message, sending) => bring(port, message, sending),
    rows: async (statement, values = []) => (await client.query(statement, [...values])).rows,
    async clean() {
      const tables = [
        'received_mails',
        'inbound_reports',
        'suppressions',
        'events',
        'emails',
        'deliveries',
        'contacts',
      ];
      for (const table of tables) await client.query(`delete from ${table}`);
    },
    async close() {
      await client.end();
      await app.close();
      await names.close();
    },
  };
}

/** Adds a domain, publishes what it is asked to have, and has it checked. */
export async function givenReceivingDomain(
  app: TestApp,
  names: TestDns,
  project: GivenProject,
  domain: string,
  ...except: readonly string[]
): Promise<void> {
  const api = app.as(project.secretKey);
  const { body } = await api.post('/domains', { domain });
  publish([names], body.records, ...except);
  const { body: checked } = await api.post(`/domains/${body.id}/verify`);
  if (checked.status !== 'verified') throw new Error(`not verified: ${JSON.stringify(checked)}`);
}

async function bring(port: number, message: string | Buffer, sending: Sending): Promise<SmtpAnswer> {
  const { from = '', to, helo = 'mx.example.net', secure = false } = sending;
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    name: helo,
    ignoreTLS: !secure,
    requireTLS: secure,
    tls: { rejectUnauthorized: false },
  });
  try {
    const { response } = await transport.sendMail({ envelope: { from, to: [to].flat() }, raw: message });
    return { code: Number(response.slice(0, 3)), text: response };
  } catch (error) {
    const { responseCode = 0, message: text } = error as Error & { responseCode?: number }; // of the library
    return { code: responseCode, text };
  } finally {
    transport.close();
  }
}
