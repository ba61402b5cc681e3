import { randomUUIDv7 } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '@postrider/server/testing/database';
import type { Client } from 'pg';
import type { CampaignId } from '../../../server/src/features/campaigns/campaign.ts';
import type { AudienceFigures } from '../../../server/src/features/campaigns/preflight/audience-figures.ts';
import { storedQuestion } from '../../../server/src/features/campaigns/preflight/audience-question.ts';
import { beginRun } from '../../../server/src/features/campaigns/preflight/background-run.ts';
import { countInBackground } from '../../../server/src/features/campaigns/preflight/count-in-background.ts';
import { preflightCampaign } from '../../../server/src/features/campaigns/preflight/preflight-campaign.ts';
import { type ProjectContext, type ProjectId, projectContext } from '../../../server/src/platform/context/index.ts';
import { connect, openSetup } from '../../../server/testing/spool-setup.ts';
import { makeProjects } from '../../instance/projects.ts';
import { median, report } from '../comparison.ts';
import { seedContacts } from '../segments/seed.ts';

/** Fields of the contacts that are made; some have no value for most of them. */
const variables = ['plan', 'city', 'company', 'age', 'number', 'code', 'motto', 'phone', 'leftAt', 'renewsAt'];
const requestSeconds = 5;
/** Why longer than a request has: a measurement from a busy machine is better than none. */
const milliseconds = 600_000;
const backgroundSeconds = 120;

/**
 * A preflight whose text prints ten variables without fallbacks, for a large audience: within its request, for a condition that few
 * match, and counted in pages in the background. `--contacts`, `--rounds`.
 */
export async function benchPreflight(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { contacts: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } },
  });
  const [contacts, rounds] = [Number(values.contacts), Number(values.rounds)];
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const setup = await openSetup(urlOf(name));
  try {
    const [project] = await makeProjects(client, 1);
    if (!project) throw new Error('a project was made');
    await seedContacts(client, project.id, contacts);
    await suppressSome(client, project.id);
    await client.query('vacuum analyze contacts, suppressions');
    const ctx = projectContext(setup.services, project.id as ProjectId); // an id just made
    const all = await makeCampaign(client, project.id, null);
    const few = await makeCampaign(client, project.id, { field: 'data.code', operator: 'equals', value: 'golden' });
    const title = `preflight, ${contacts} contacts, ${variables.length} variables`;
    const whole = await measure(`${title}, whole audience`, requestSeconds, rounds, () => check(ctx, client, all));
    await measure(`${title}, audience of few`, requestSeconds, rounds, () => check(ctx, client, few));
    const pages = await measure(`${title}, in the background`, backgroundSeconds, 1, () =>
      countInPages(ctx, client, all),
    );
    if (countsOf(whole) !== countsOf(pages))
      throw new Error(`the counts differ: ${countsOf(whole)}, ${countsOf(pages)}`);
  } finally {
    await setup.services.rendering.close();
    await setup.close();
    await client.end();
    await dropDatabase(name);
  }
}

async function measure(
  name: string,
  maxSeconds: number,
  rounds: number,
  work: () => Promise<AudienceFigures>,
): Promise<AudienceFigures | null> {
  const seconds: number[] = [];
  let detail: AudienceFigures | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    detail = await work();
    seconds.push((performance.now() - start) / 1_000);
  }
  report({ name, ours: median(seconds), unit: 's', want: { ours: { atMost: maxSeconds } }, detail });
  return detail;
}

/** Without the samples, which differ. */
function countsOf(figures: AudienceFigures | null): string {
  const { audience, willReceive, unsubscribed, suppressed, missing = [] } = figures ?? {};
  const lacking = missing.map(({ path, count }) => `${path} ${count}`).toSorted();
  return [audience, willReceive, unsubscribed, suppressed, ...lacking].join(', ');
}

/** One preflight without figures of an earlier one; it must be complete. */
async function check(ctx: ProjectContext, client: Client, id: CampaignId): Promise<AudienceFigures> {
  await client.query('delete from campaign_preflights');
  const { isComplete, figures } = await preflightCampaign(ctx, id, null, { milliseconds });
  if (!isComplete || !figures) throw new Error('the audience was not counted within the request');
  return figures;
}

async function countInPages(ctx: ProjectContext, client: Client, id: CampaignId): Promise<AudienceFigures> {
  const asked = variables.map((path) => ({ path, chain: path, keys: [] }));
  const question = storedQuestion({ tree: null, isTransactional: false, excludeCampaignId: null, variables: asked });
  await client.query('delete from campaign_preflights');
  await ctx.transaction((tx) => beginRun(tx, id, question));
  await countInBackground.run(ctx, {});
  const { rows } = await client.query<{ figures: AudienceFigures | null }>('select figures from campaign_preflights');
  if (!rows[0]?.figures) throw new Error('the audience was not counted in the background');
  return rows[0].figures;
}

const suppressSome = (client: Client, projectId: string): Promise<unknown> =>
  client.query(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     select project_id, gen_random_uuid(), email, 'BOUNCE', 'ALL', now() from contacts
      where project_id = $1 and (data ->> 'number')::int % 100 = 7`,
    [projectId],
  );

async function makeCampaign(client: Client, projectId: string, filter: object | null): Promise<CampaignId> {
  const id = randomUUIDv7() as CampaignId; // made here
  const condition = filter && JSON.stringify({ logic: 'AND', groups: [{ filters: [filter] }] });
  const body = `<p>${variables.map((variable) => `{{ ${variable} }}`).join('</p>\n<p>')}</p>`;
  await client.query(
    `insert into campaigns (project_id, id, name, subject, body, from_email, type, audience_type, audience_condition,
                            created_at, updated_at)
     values ($1, $2, 'Proof', 'Hello', $3, 'hello@postrider.test', 'MARKETING', $4, $5, now(), now())`,
    [projectId, id, body, condition ? 'FILTERED' : 'ALL', condition],
  );
  return id;
}
