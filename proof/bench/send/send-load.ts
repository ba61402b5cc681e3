import type { Client } from 'pg';
import type { ProofProject } from '../../instance/projects.ts';

const people = 50;

export interface WantedMail {
  readonly project: ProofProject;
  readonly to: string;
  readonly from: string;
}

export interface SendLoad {
  readonly milliseconds: number;
  readonly concurrency: number;
  readonly poolSize: number;
  next(): WantedMail;
}

export const subject = 'Your order, {{name ?? "friend"}}';
/** About four kilobytes, with variables and two links, as a receipt has them. */
export const body = `<!doctype html><html><body><h1>Thank you, {{name ?? "friend"}}</h1>
${'<p style="margin:0 0 12px;color:#333">We have received your order and will send it as soon as possible.</p>\n'.repeat(30)}
{% if plan == "pro" %}<p>As a member you pay no postage.</p>{% endif %}
<p><a href="https://shop.example/orders">Your orders</a> <a href="https://shop.example/help">Help</a></p></body></html>`;

/** Contacts that are known and unchanged, and a verified sender domain in each project. */
export async function seedSenders(client: Client, projects: readonly ProofProject[]): Promise<void> {
  const ids = projects.map(({ id }) => id);
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select p, gen_random_uuid(), 'person-' || n || '@example.com', true, '{"name": "Ada", "plan": "pro"}', 'api', now(), now()
       from unnest($1::uuid[]) p cross join generate_series(0, $2::int - 1) n`,
    [ids, people],
  );
  await client.query(
    `insert into domains (project_id, id, domain, status, verified_at, created_at, updated_at)
     select p, gen_random_uuid(), 'shop-' || n || '.example', 'verified', now(), now(), now()
       from unnest($1::uuid[]) with ordinality d (p, n)`,
    [ids],
  );
  await client.query(`update projects set mode = 'live'`);
  await client.query('vacuum analyze contacts, domains, projects');
}

/** Spread over many projects, because one project may send a thousand requests a minute. */
export function sendLoad(projects: readonly ProofProject[], milliseconds: number): SendLoad {
  let count = 0;
  return {
    milliseconds,
    concurrency: 20,
    poolSize: 10,
    next() {
      count += 1;
      const place = count % projects.length;
      const project = projects[place];
      if (!project) throw new Error('a load needs projects');
      const turn = Math.floor(count / projects.length);
      return { project, to: `person-${turn % people}@example.com`, from: `hello@shop-${place + 1}.example` };
    },
  };
}
