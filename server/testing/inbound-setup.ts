import { createTransport } from 'nodemailer';
import { signReturnPath } from '../src/pure/message/index.ts';
import { startDns, type TestDns } from './dns-server.ts';
import type { GivenProject } from './given.ts';
import { ringOf, testSecret } from './given-mail.ts';
import { forTest, openProjectSetup, type ProjectSetup } from './project-setup.ts';
import { publish } from './publish.ts';
import type { TestApp } from './test-app.ts';

interface SmtpEnvelope {
  readonly from?: string;
  readonly to: string | readonly string[];
  readonly helo?: string;
  readonly secure?: boolean;
}

/** The last reply of the listener. */
export interface SmtpResult {
  readonly code: number;
  readonly text: string;
}

/** An instance that receives mail by SMTP, a name server, and a project whose domain `acme.example` receives. */
export interface InboundSetup extends ProjectSetup {
  readonly names: TestDns;
  readonly port: number;
  /** The envelope's sender of that mail. */
  returnPath(emailId: string, secret?: string, cell?: string): Promise<string>;
  /** Delivers a message as a mail server does. */
  deliver(message: string | Buffer, envelope: SmtpEnvelope): Promise<SmtpResult>;
  /** Deletes every mail, contact and event. */
  clean(): Promise<void>;
}

export const inboundHost = 'in.postrider.example';

/** What an instance needs to receive mail. */
export const inboundSettings = (names: TestDns): Record<string, string> => ({
  INBOUND_PORT: '0',
  INBOUND_LISTEN: '127.0.0.1',
  INBOUND_HOST: inboundHost,
  BOUNCE_HOST: inboundHost,
  DNS_RESOLVERS: names.address,
});

/** One for a test, closed after it. */
export const inboundSetup = (settings: Record<string, string> = {}): Promise<InboundSetup> =>
  forTest(openInboundSetup(settings));

/** One for the tests of a file: `clean` it before each of them and `close` it after the last. */
export async function openInboundSetup(settings: Record<string, string> = {}): Promise<InboundSetup> {
  const names = await startDns();
  const setup = await openProjectSetup({ ...inboundSettings(names), ...settings }, names);
  const { app, client, project } = setup;
  await givenReceivingDomain(app, names, project, 'acme.example');
  const port = app.app.ports.inbound ?? 0;
  const handle = async (): Promise<string> =>
    (await client.query('select handle from projects where id = $1', [project.id])).rows[0].handle;
  return {
    ...setup,
    names,
    port,
    async returnPath(emailId, secret = testSecret, cell = '') {
      const [{ key }] = ringOf(secret, 'return-path');
      return `${signReturnPath({ cell, handle: await handle(), emailId }, key)}@bounce.acme.example`;
    },
    deliver: (message, envelope) => deliverMail(port, message, envelope),
    clean: () =>
      setup.empty('received_mails', 'inbound_reports', 'suppressions', 'events', 'emails', 'deliveries', 'contacts'),
  };
}

/** Adds a domain, publishes its requested records, and verifies it. */
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

/** Delivers a message as a mail server does. */
export async function deliverMail(port: number, message: string | Buffer, envelope: SmtpEnvelope): Promise<SmtpResult> {
  const { from = '', to, helo = 'mx.example.net', secure = false } = envelope;
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
