import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expectedRecords } from '../../../server/src/features/domains/expected-records.ts';
import { makeDkimKey } from '../../../server/src/features/domains/make-dkim-key.ts';
import type { Config } from '../../../server/src/platform/config/index.ts';
import type { ProjectId } from '../../../server/src/platform/context/index.ts';

const perProject = 3;

/** Domains of many small projects, none of them due. Returns the TXT records that a zone must hold to verify them all. */
export async function seedDomains(client: Client, config: Config, count: number): Promise<Record<string, string>> {
  const { publicKey } = await makeDkimKey();
  const texts: Record<string, string> = {};
  const rows: { project: string; id: string; domain: string }[] = [];
  let project = '';
  for (let index = 0; index < count; index += 1) {
    if (index % perProject === 0) project = randomUUID();
    const domain = `shop${index}.example`;
    rows.push({ project, id: randomUUID(), domain });
    const projectId = project as ProjectId; // a uuid
    const input = {
      projectId,
      domain,
      key: { selector: 'postrider', publicKey },
      ownershipToken: null,
      identity: null,
    };
    for (const { type, name, value } of expectedRecords(config, input)) if (type === 'TXT') texts[name] = value;
  }
  const columns = [rows.map((row) => row.project), rows.map((row) => row.id), rows.map((row) => row.domain)];
  const given = 'unnest($1::uuid[], $2::uuid[], $3::text[]) r (project, id, domain)';
  await client.query(
    `insert into projects (id, name, handle, created_at, updated_at)
     select project, 'bench', translate(substr(md5(project::text), 1, 8), '0189', 'wxyz'), now(), now()
       from (select distinct project from ${given}) p where $2::uuid[] is not null and $3::text[] is not null
     on conflict do nothing`,
    columns,
  );
  await client.query(
    `insert into domains (project_id, id, domain, created_at, updated_at) select r.project, r.id, r.domain, now(), now()
       from ${given} join projects p on p.id = r.project`,
    columns,
  );
  await client.query(
    `insert into domain_keys (project_id, domain_id, selector, public_key, private_key, created_at)
     select project_id, id, 'postrider', $1, 'none', now() from domains`,
    [publicKey],
  );
  await client.query(
    `insert into domain_checks (project_id, id, due_at) select project_id, id, now() + interval '1 day' from domains`,
  );
  await client.query('vacuum analyze');
  return texts;
}
