import type { Client } from 'pg';
import { bearer, clientOf, type Client as HttpClient } from '../../server/testing/client.ts';
import type { ProofProject } from './projects.ts';

/** Contacts with four fields each, made inside the database, with ids that ascend. */
export async function seedContacts(client: Client, projectId: string, count: number): Promise<void> {
  await client.query(
    `insert into contacts (project_id, id, email, subscribed, source, data, created_at, updated_at)
     select $1, id_in_order((extract(epoch from now()) * 1000)::bigint - 3600000 + n / 10000, n % 10000), 'person-' || n || '@example.com',
            true, 'api', jsonb_build_object('first name', 'Ada ' || n % 1000, 'plan', (array['free', 'pro', 'team'])[1 + n % 3],
                                            'age', 18 + n % 70, 'city', 'Bonn'), now(), now()
       from generate_series(0, $2::bigint - 1) n`,
    [projectId, count],
  );
  await client.query('vacuum analyze contacts');
}

/** The API for campaigns, as a program with the secret key uses it. */
export interface CampaignClient {
  readonly http: HttpClient;
  /** Creates a draft to all contacts; returns its id. */
  draft(fields: object): Promise<string>;
  /** Throws unless it was done. */
  act(id: string, action: 'send' | 'pause' | 'resume' | 'cancel', body?: object): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: a campaign has fields of every type
  get(id: string): Promise<any>;
}

export function campaignClient(
  url: string,
  { secretKey }: Pick<ProofProject, 'secretKey'>,
  domain = 'acme.example',
): CampaignClient {
  const http = clientOf(url, bearer(secretKey));
  const fixed = { name: 'Proof', from: `hello@${domain}`, audienceType: 'ALL' };
  return {
    http,
    async draft(fields) {
      const { status, body } = await http.post('/campaigns', { ...fixed, ...fields });
      if (status !== 200) throw new Error(`POST /campaigns returned ${status}`);
      return body.data.id;
    },
    async act(id, action, body) {
      const { status, text } = await http.post(`/campaigns/${id}/${action}`, body);
      if (status !== 200) throw new Error(`${action} returned ${status}: ${text}`);
    },
    get: async (id) => (await http.get(`/campaigns/${id}`)).body,
  };
}
