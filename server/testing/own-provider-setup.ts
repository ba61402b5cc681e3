import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll } from 'vitest';
import { selfSigned } from './certificates.ts';
import type { Reply } from './client.ts';
import { type DeliverySetup, deliverySetup } from './delivery-setup.ts';
import { startDns, type TestDns } from './dns-server.ts';
import { givenSender } from './given-mail.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

/** Names of mail servers that projects bring; the certificate is good for both. */
export const ownHosts = ['relay.example.com', 'second.example.com'] as const;

/** Trusted by the process while the tests of a file run. */
export const ownCertificate = selfSigned([...ownHosts.map((host) => `DNS:${host}`), 'IP:127.0.0.1']);

/** Trusts the certificate above while the tests of this file run. */
export function trustOwnCertificate(): void {
  const usual = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...usual, ownCertificate.cert]));
  afterAll(() => setDefaultCACertificates(usual));
}

/** A project that may bring its own mail server, and the server, which speaks TLS and asks for a login. */
export interface OwnProviderSetup extends DeliverySetup {
  readonly zone: TestDns;
  /** At `ownHosts[0]`. */
  readonly own: ScriptedSmtp;
  /** What names the server in `PUT /projects/:id/provider`. */
  smtpBody(change?: object): object;
  /** Names the provider of the project, or of another one. */
  put(body?: object, project?: DeliverySetup['project']): Promise<Reply>;
  /** Another project with a sender that is verified. */
  neighbour(domain: string): Promise<DeliverySetup['project']>;
}

const loginEhlo = '250-scripted\r\n250-PIPELINING\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 10485760';

export const startOwnServer = (): Promise<ScriptedSmtp> => startScriptedSmtp({ ehlo: loginEhlo }, ownCertificate);

export async function ownProviderSetup(
  settings: Record<string, string> = {},
  servers: readonly Pick<ScriptedSmtp, 'port' | 'close'>[] = [],
): Promise<OwnProviderSetup> {
  const [zone, own] = await Promise.all([startDns(), startOwnServer()]);
  for (const host of ownHosts) zone.set(host, 'A', ['127.0.0.1']);
  const opened = [own, ...servers].map(({ port }) => `127.0.0.1:${port}`).join();
  const setup = await deliverySetup({ DNS_RESOLVERS: zone.address, PROVIDER_ALLOWED_NETWORKS: opened, ...settings }, [
    zone,
    own,
    ...servers,
  ]);
  const smtpBody: OwnProviderSetup['smtpBody'] = (change = {}) => ({
    ...{ type: 'smtp', host: ownHosts[0], port: own.port, security: 'tls' },
    ...{ username: 'acme', password: 'open sesame', ...change },
  });
  return {
    ...setup,
    zone,
    own,
    smtpBody,
    put: (body = smtpBody(), project = setup.project) =>
      project.owner.client.put(`/projects/${project.id}/provider`, body),
    async neighbour(domain) {
      const project = await setup.app.given.project();
      await givenSender(setup.client, project.id, domain);
      return project;
    },
  };
}
