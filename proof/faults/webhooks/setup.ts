import type { Client as DatabaseClient } from 'pg';
import type { CallTargetServer } from '../../../server/testing/call-target.ts';
import type { Client } from '../../../server/testing/client.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { startDns, type TestDns } from '../../../server/testing/dns-server.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { startProcess } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { type ProcessGroup, startProcessGroup } from '../delivery/process-group.ts';
import { insistentClient } from '../requests.ts';
import { inTurnableCluster, type TurnableCluster } from '../workflows/turnable-cluster.ts';
import { receiverAddress, startInside } from './addresses.ts';
import type { Kind } from './behaviours.ts';
import { type Receivers, startReceivers } from './receivers.ts';

/** An API and two workers on a PostgreSQL whose clock can be turned, receivers of every behaviour, a name server, listeners inside. */
export interface WebhookSetup {
  readonly client: DatabaseClient;
  readonly cluster: TurnableCluster;
  readonly workers: ProcessGroup;
  readonly receivers: Receivers;
  readonly inside: readonly CallTargetServer[];
  readonly zone: TestDns;
  newProject(): Promise<WebhookProject>;
}

export interface WebhookProject extends ProofProject {
  readonly api: Client;
  /** An endpoint for events of these names; returns its id. */
  addEndpoint(kind: Kind, event: string, host?: string): Promise<string>;
  /** Records an event of a contact; returns its id and the contact's. */
  track(event: string, email: string): Promise<{ id: string; contactId: string }>;
}

/** Runs something with all of it, which is gone afterwards. */
export function inWebhookSetup(work: (setup: WebhookSetup) => Promise<void>): Promise<void> {
  return inTurnableCluster(async (cluster) => {
    const name = await createMigratedDatabase();
    const url = urlOf(name);
    const client = await connect(url);
    const zone = await startDns();
    zone.ttlSeconds = 0;
    const receivers: Receivers = await startReceivers(() => `http://127.0.0.1:${receivers.port}/inside/`);
    const inside = await startInside(receivers.port);
    const ports = [receivers.port, new URL(receivers.urlOf('vanishing', '')).port];
    const settings = {
      LOG_LEVEL: 'warn',
      DNS_RESOLVERS: zone.address,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: ports.map((port) => `${receiverAddress}:${port}`).join(','),
    };
    const api = await startProcess('api', url, settings);
    const workers = await startProcessGroup(2, () => startProcess('worker', url, settings));
    const setup: WebhookSetup = {
      ...{ client, cluster, workers, receivers, inside, zone },
      async newProject() {
        const [project] = await makeProjects(client, 1);
        if (!project) throw new Error('no project');
        return { ...project, ...callsOf(project, api.url, receivers) };
      },
    };
    try {
      await work(setup);
    } finally {
      receivers.releaseHanging();
      await workers.stop();
      await api.stop();
      await Promise.all([receivers.close(), ...inside.map((one) => one.close()), zone.close(), client.end()]);
      await dropDatabase(name);
    }
  });
}

function callsOf(
  { id: projectId, secretKey, publicKey }: ProofProject,
  apiUrl: string,
  receivers: Receivers,
): Omit<WebhookProject, keyof ProofProject> {
  const api = insistentClient(() => apiUrl, secretKey);
  const visitor = insistentClient(() => apiUrl, publicKey);
  return {
    api,
    async addEndpoint(kind, event, host) {
      const url = receivers.urlOf(kind, projectId, host);
      const { status, body } = await api.post('/webhook-endpoints', { url, events: [event] });
      if (status !== 201) throw new Error(`no endpoint: ${status} ${JSON.stringify(body)}`);
      receivers.expect(kind, projectId, body.secret);
      return body.id;
    },
    async track(event, email) {
      const { status, body } = await visitor.post('/v1/track', { event, email });
      if (status !== 200) throw new Error(`an event was not taken: ${status}`);
      return { id: body.data.event, contactId: body.data.contact };
    },
  };
}
