import type { Client } from 'pg';

const fields = 50;

/** Fills a project with contacts of fifty fields each, and with the totals that writes would have left. */
export async function seedContacts(client: Client, projectId: string, count: number): Promise<void> {
  const data = Array.from({ length: fields }, (_, index) => `'f${index}', ${fieldValue(index)}`);
  await client.query(`
    insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
    select '${projectId}', gen_random_uuid(), 'person-' || n || '@example.com', n % 10 <> 0,
           jsonb_build_object(${data.join(', ')}), 'import', at, at
      from (select n, timestamptz '2026-01-01' + n * interval '1 second' as at from generate_series(1, ${count}) n) s`);
  // Twenty addresses share a rare part, so a search finds as many among ten thousand as among a million.
  await client.query(`
    update contacts set email = 'needle-' || split_part(email, '-', 2)
     where project_id = '${projectId}' and email like any (select 'person-' || n * ${Math.floor(count / 20)} || '@%' from generate_series(1, 20) n)`);
  await client.query(`
    insert into contact_totals select '${projectId}', count(*), count(*) filter (where subscribed) from contacts where project_id = '${projectId}'`);
  await client.query(`
    insert into contact_fields (project_id, key, type, contacts)
    select '${projectId}', 'f' || n, 'string', ${count} from generate_series(0, ${fields - 1}) n`);
}

const fieldValue = (index: number): string => (index % 2 === 0 ? `'v' || n % ${index + 2}` : `'text ${index}'`);
