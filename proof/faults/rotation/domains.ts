import type { Client } from 'pg';
import { bearer, type Call } from '../../../server/testing/client.ts';
import type { TestDns } from '../../../server/testing/dns-server.ts';
import { publish } from '../../../server/testing/publish.ts';
import { until } from '../../../server/testing/until.ts';
import type { ServerProcess } from '../../instance/instance.ts';
import type { ProofProject } from '../../instance/projects.ts';
import { sendAll, trySend } from '../requests.ts';

interface NewDomain {
  readonly api: ServerProcess;
  readonly project: ProofProject;
  readonly zone: TestDns;
  readonly domain: string;
}

/** Adds a domain as a customer does: it is created, published and verified. */
export async function addDomain({ api, project, zone, domain }: NewDomain): Promise<void> {
  const headers = bearer(project.secretKey);
  const added = await trySend(api.url, { method: 'POST', path: '/domains', headers, body: { domain } });
  if (added?.status !== 201) throw new Error(`adding ${domain} returned ${added?.status}`);
  publish([zone], added.body.records);
  const path = `/domains/${added.body.id}/verify`;
  const isVerified = async (): Promise<boolean> =>
    (await trySend(api.url, { method: 'POST', path, headers }))?.body?.status === 'verified';
  if (!(await until(isVerified, { pauseMs: 200 }))) throw new Error(`${domain} was not verified`);
}

/** Mails from a domain of the project; the ids of those that were accepted. */
export async function sendFrom({ api, project, domain }: Omit<NewDomain, 'zone'>, count: number): Promise<string[]> {
  const requests = Array.from({ length: count }, (_, n): [string, Call] => {
    const [to, from] = [`reader-${n}@example.com`, `hello@${domain}`];
    const body = { to, from, subject: `From ${domain}`, body: '<p>Hello</p>' };
    return [api.url, { method: 'POST', path: '/v1/send', headers: bearer(project.secretKey), body }];
  });
  const responses = await sendAll(requests, 4);
  const refused = responses.find((response) => response?.status !== 200);
  if (refused !== undefined) throw new Error(`sending from ${domain} returned ${JSON.stringify(refused?.body)}`);
  return responses.map((response) => response?.body.data.emails[0].email as string); // checked above
}

/** Has every domain of a project checked now, by any process, and returns those that are not verified. */
export async function unverifiedDomains(client: Client, { id }: ProofProject): Promise<string[]> {
  const due = 'update domain_checks set due_at = now(), checked_at = null where project_id = $1';
  await client.query(due, [id]);
  const open = 'select from domain_checks where project_id = $1 and checked_at is null limit 1';
  if (!(await until(async () => (await client.query(open, [id])).rowCount === 0))) return ['not checked'];
  const { rows } = await client.query<{ domain: string }>(
    `select domain from domains where status <> 'verified' or at_risk_since is not null`,
  );
  return rows.map(({ domain }) => domain);
}
