import type { Client } from 'pg';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../server/testing/scripted-smtp.ts';
import { until } from '../../../server/testing/until.ts';
import { campaignClient, seedContacts } from '../../instance/campaigns.ts';
import { settingsFor, startProcess } from '../../instance/instance.ts';
import { type SignedUpProject, signUp } from '../../instance/sign-up.ts';
import type { Check } from '../fault-run.ts';
import { allRows, rowsFromBefore } from './leftovers.ts';

const people = 10_000;
/** As many as have left when the project is reset or deleted. */
const begun = 200;
/** More than the sessions of one worker: what has passed the gate still leaves. */
const mayFollow = 200;

interface CampaignWorld {
  readonly client: Client;
  readonly databaseUrl: string;
  readonly apiUrl: string;
}

/** F38, F49: a project is reset, and another deleted, while its campaign is sent. */
export async function eraseDuringCampaigns({
  client,
  databaseUrl,
  check,
}: Omit<CampaignWorld, 'apiUrl'> & { readonly check: Check }): Promise<void> {
  const sink = await startScriptedSmtp();
  const settings = { MAIL_RELAYS: sink.url };
  const api = await startProcess('api', databaseUrl, settings);
  const worker = await startProcess('worker', databaseUrl, settings);
  const world = { client, databaseUrl, apiUrl: api.url };
  try {
    const reset = await beginCampaign(world, sink, 'campaign-reset');
    const asked = reset.owner.post(`/users/@me/projects/${reset.id}/reset`);
    const atReset = await sentWhen(
      world,
      sink,
      'select from projects where id = $1 and wipe_began_at is not null',
      reset,
    );
    const { status } = await asked;
    const isReset = 'select from projects where id = $1 and wipe_began_at is null and reset_at is not null';
    checkEnd(check, 'reset', await sentWhen(world, sink, isReset, reset), atReset, status === 200 || status === 202);
    const { rows } = await client.query<{ at: Date }>('select reset_at as at from projects where id = $1', [reset.id]);
    const left = await rowsFromBefore(client, reset.id, rows[0]?.at ?? new Date());
    check('project-life: nothing of a campaign is left after the reset (F49)', Object.keys(left).length === 0, left);

    const deleted = await beginCampaign(world, sink, 'campaign-delete');
    const reply = await deleted.owner.delete(`/users/@me/projects/${deleted.id}`);
    const atDelete = sink.received.length;
    const isGone = 'select where not exists (select from projects where id = $1)';
    checkEnd(check, 'deletion', await sentWhen(world, sink, isGone, deleted), atDelete, reply.status === 204);
    const rest = await allRows(client, deleted.id);
    check('project-life: nothing of a campaign is left after the deletion (F38)', Object.keys(rest).length === 0, rest);
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await sink.close();
  }
}

/** A project whose campaign to all contacts has begun to leave. */
async function beginCampaign(
  { client, databaseUrl, apiUrl }: CampaignWorld,
  sink: ScriptedSmtp,
  name: string,
): Promise<SignedUpProject> {
  const project = await signUp(apiUrl, name);
  await givenSender(client, project.id, `${name}.example`, { secret: settingsFor(databaseUrl).SECRET_KEY ?? '' });
  await client.query(`update projects set mode = 'live' where id = $1`, [project.id]);
  await seedContacts(client, project.id, people);
  const campaigns = campaignClient(apiUrl, project, `${name}.example`);
  const before = sink.received.length;
  await campaigns.act(await campaigns.draft({ subject: 'News', body: '<p>News</p>' }), 'send');
  if (!(await until(() => sink.received.length >= before + begun))) throw new Error('the campaign does not begin');
  return project;
}

/** How many mails have left when a query first returns a row. */
async function sentWhen(
  { client }: Pick<CampaignWorld, 'client'>,
  sink: ScriptedSmtp,
  query: string,
  { id }: SignedUpProject,
): Promise<number> {
  const holds = async (): Promise<boolean> => (await client.query(query, [id])).rowCount === 1;
  if (!(await until(holds, { pauseMs: 5 }))) throw new Error(`it does not come: ${query}`);
  return sink.received.length;
}

function checkEnd(check: Check, act: string, sent: number, sentBefore: number, isAnswered: boolean): void {
  const followed = sent - sentBefore;
  check(
    `project-life: after a ${act} only mails leave that had passed the gate (F38)`,
    isAnswered && followed <= mayFollow && sentBefore < people - mayFollow,
    { sentBefore, followed, recipients: people },
  );
}
