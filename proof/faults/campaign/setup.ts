import type { Client } from 'pg';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { type SmtpSink, startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { type CampaignClient, campaignClient, seedContacts } from '../../instance/campaigns.ts';
import { type ServerProcess, settingsFor, startProcess } from '../../instance/instance.ts';
import { makeProjects } from '../../instance/projects.ts';

/** A project whose campaigns go to a sink that keeps every message. */
export interface CampaignWorld {
  readonly client: Client;
  readonly projectId: string;
  readonly campaigns: CampaignClient;
  readonly sink: SmtpSink;
  worker(): Promise<ServerProcess>;
  close(): Promise<void>;
}

export async function openCampaignWorld(contacts: number): Promise<CampaignWorld> {
  const name = await createMigratedDatabase();
  const url = urlOf(name);
  const client = await connect(url);
  const sink = await startSmtpSink([], { keeps: true });
  const [project] = await makeProjects(client, 1);
  if (!project) throw new Error('no project');
  const { SECRET_KEY = '' } = settingsFor(url);
  await givenSender(client, project.id, 'acme.example', { secret: SECRET_KEY });
  await client.query(`update projects set mode = 'live'`);
  await seedContacts(client, project.id, contacts);
  const settings = { MAIL_RELAYS: sink.url, LOG_LEVEL: 'warn' };
  const api = await startProcess('api', url, settings);
  return {
    client,
    projectId: project.id,
    campaigns: campaignClient(api.url, project),
    sink,
    worker: () => startProcess('worker', url, { ...settings, DELIVERY_LEASE_SECONDS: '2', DOUBT_WAIT_SECONDS: '1' }),
    async close() {
      await api.stop();
      await client.end();
      await sink.stop();
      await dropDatabase(name);
    },
  };
}
