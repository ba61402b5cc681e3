import type { Client } from 'pg';
import type { TestDns } from '../../../server/testing/dns-server.ts';
import { publish } from '../../../server/testing/publish.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { sleep } from '../fault-run.ts';
import { fire, shoot } from '../shoot.ts';

interface NewDomain {
  readonly api: ServerProcess;
  readonly project: ProofProject;
  readonly zone: TestDns;
  readonly domain: string;
}

/** Adds a domain as a customer does: it is asked for, published and verified. */
export async function addDomain({ api, project, zone, domain }: NewDomain): Promise<void> {
  const headers = { authorization: `Bearer ${project.secretKey}` };
  const added = await shoot({ url: `${api.url}/domains`, headers, body: JSON.stringify({ domain }) });
  if (added?.status !== 201) throw new Error(`adding ${domain} answered ${added?.status}`);
  publish([zone], added.body.records);
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = (await shoot({ url: `${api.url}/domains/${added.body.id}/verify`, headers })) ?? {};
    if (body?.status === 'verified') return;
    await sleep(0.2);
  }
  throw new Error(`${domain} was not verified`);
}

/** Mails from a domain of the project; the ids of those that were accepted. */
export async function sendFrom({ api, project, domain }: Omit<NewDomain, 'zone'>, count: number): Promise<string[]> {
  const shots = Array.from({ length: count }, (_, n) => ({
    url: `${api.url}/v1/send`,
    headers: { authorization: `Bearer ${project.secretKey}` },
    body: JSON.stringify({
      to: `reader-${n}@example.com`,
      from: `hello@${domain}`,
      subject: `From ${domain}`,
      body: '<p>Hello</p>',
    }),
  }));
  const answers = await fire(shots, 4);
  const refused = answers.find((answer) => answer?.status !== 200);
  if (refused !== undefined) throw new Error(`sending from ${domain} answered ${JSON.stringify(refused?.body)}`);
  return answers.map((answer) => answer?.body.data.emails[0].email as string); // checked above
}

/** Has every domain of a project checked now, by whichever process, and says which of them are not verified. */
export async function unverifiedDomains(client: Client, { id }: ProofProject): Promise<string[]> {
  const due = 'update domain_checks set due_at = now(), checked_at = null where project_id = $1';
  await client.query(due, [id]);
  const open = 'select from domain_checks where project_id = $1 and checked_at is null limit 1';
  for (const end = Date.now() + 30_000; (await client.query(open, [id])).rowCount !== 0; await sleep(0.1)) {
    if (Date.now() > end) return ['not checked within 30 s'];
  }
  const { rows } = await client.query<{ domain: string }>(
    `select domain from domains where status <> 'verified' or at_risk_since is not null`,
  );
  return rows.map(({ domain }) => domain);
}
