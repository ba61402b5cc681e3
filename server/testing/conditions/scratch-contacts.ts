import { Client } from 'pg';
import { type Condition, compile, numbered, type SqlPiece } from '../../src/pure/conditions/index.ts';
import { copyDatabase, dropDatabase, urlOf } from '../database.ts';
import { ownProject, type World, type WorldContact } from './random-world.ts';

const tables = `
  create schema scratch;
  set search_path = scratch, public;
  set jit = off;
  create table contacts (project_id uuid, id uuid, email text collate "C" not null, subscribed boolean not null,
    data jsonb not null, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, primary key (project_id, id));
  create table contact_events (project_id uuid, name text, contact_id uuid, last_at timestamptz(3) not null,
    primary key (project_id, name, contact_id));
  create table segment_members (project_id uuid, segment_id uuid, contact_id uuid,
    primary key (project_id, segment_id, contact_id))`;

export interface ScratchContacts {
  /** Replaces all contacts, events and members by these. */
  fill(contacts: readonly WorldContact[]): Promise<void>;
  /** For each condition the ids of the contacts of one project that match. */
  matches(pieces: readonly SqlPiece[], projectId?: string): Promise<Set<string>[]>;
  readonly client: Client;
  close(): Promise<void>;
}

/** The three tables that conditions query, empty, in a database of their own. */
export async function openScratchContacts(template: string): Promise<ScratchContacts> {
  const name = await copyDatabase(template);
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  await client.query(tables);
  return {
    client,
    fill: (contacts) => fill(client, contacts),
    matches: (pieces, projectId = ownProject) => matches(client, pieces, projectId),
    async close() {
      await client.end();
      await dropDatabase(name);
    },
  };
}

/** The conditions of a world as SQL. */
export const compileIn = (world: World, tree: Condition): SqlPiece =>
  compile(tree, {
    now: world.now,
    deletedKeys: world.deletedKeys,
    segment: (id) => world.segments.get(id) ?? { kind: 'missing' },
  });

async function fill(client: Client, contacts: readonly WorldContact[]): Promise<void> {
  const events = contacts.flatMap(({ projectId, id, events: all }) =>
    Array.from(all, ([name, at]) => ({ project_id: projectId, contact_id: id, name, last_at: at })),
  );
  const members = contacts.flatMap(({ projectId, id, lists }) =>
    Array.from(lists, (segment) => ({ project_id: projectId, contact_id: id, segment_id: segment })),
  );
  const rows = contacts.map(({ projectId, createdAt, updatedAt, id, email, subscribed, data }) => ({
    ...{ project_id: projectId, id, email, subscribed, data, created_at: createdAt, updated_at: updatedAt },
  }));
  await client.query('truncate contacts, contact_events, segment_members');
  for (const [table, content] of [
    ['contacts', rows],
    ['contact_events', events],
    ['segment_members', members],
  ] as const) {
    await client.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(content),
    ]);
  }
  await client.query('analyze contacts, contact_events, segment_members');
}

async function matches(client: Client, pieces: readonly SqlPiece[], projectId: string): Promise<Set<string>[]> {
  const values: unknown[] = [projectId];
  const columns = pieces.map((condition, index) => {
    const { text, values: more } = numbered(condition, values.length + 1);
    values.push(...more);
    return `(${text}) is true as m${index}`;
  });
  const { rows } = await client.query<Record<string, unknown>>({
    text: `select c.id, ${columns.join(', ')} from contacts c where c.project_id = $1`,
    values,
  });
  return pieces.map(
    (_, index) => new Set(rows.filter((row) => row[`m${index}`] === true).map((row) => String(row.id))),
  );
}
