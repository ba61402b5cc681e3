import type { Client } from 'pg';
import type { ProofProject } from '../../instance/projects.ts';
import { type ProjectLoad, personOf, projectLoad, seedPeople, type Turn } from '../project-load.ts';

export interface SendItem {
  readonly project: ProofProject;
  readonly to: string;
  readonly from: string;
}

export type SendLoad = ProjectLoad<SendItem>;

export const subject = 'Your order, {{name ?? "friend"}}';
/** About four kilobytes, with variables and two links, as a receipt has them. */
export const body = `<!doctype html><html><body><h1>Thank you, {{name ?? "friend"}}</h1>
${'<p style="margin:0 0 12px;color:#333">We have received your order and will send it as soon as possible.</p>\n'.repeat(30)}
{% if plan == "pro" %}<p>As a member you pay no postage.</p>{% endif %}
<p><a href="https://shop.example/orders">Your orders</a> <a href="https://shop.example/help">Help</a></p></body></html>`;

/** Contacts that are known and unchanged, and a verified sender domain in each project. */
export async function seedSenders(client: Client, projects: readonly ProofProject[]): Promise<void> {
  await seedPeople(client, projects, { name: 'Ada', plan: 'pro' });
  await client.query(
    `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
     select p, gen_random_uuid(), 'shop-' || n || '.example', 'verified', now(), now(), now()
       from unnest($1::uuid[]) with ordinality d (p, n)`,
    [projects.map(({ id }) => id)],
  );
  await client.query(`update projects set mode = 'live'`);
  await client.query('vacuum analyze domains, projects');
}

export const sendItem = ({ project, index, turn }: Turn): SendItem => ({
  project,
  to: personOf(turn).email,
  from: `hello@shop-${index + 1}.example`,
});

export const sendLoad = (projects: readonly ProofProject[], milliseconds: number): SendLoad =>
  projectLoad(projects, milliseconds, sendItem);
