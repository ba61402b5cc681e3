import { sql } from 'kysely';
import { z } from 'zod';
import { defineIdempotentRoute, type Route } from '../src/platform/http/index.ts';
import { refusal } from '../src/platform/refusals/index.ts';

/** An effect that can be counted: a row for every time the work was committed. Run as the owner. */
export const effectTable = `
  create table test_effects (
    project_id uuid not null references projects (id),
    id uuid not null,
    note text not null,
    primary key (project_id, id)
  );
  select make_tenant_table('test_effects')`;

const Refused = refusal('unfit', 'TEST_REFUSED', () => ({ message: 'Refused as asked.' }));

const effectAt = (path: string): Route =>
  defineIdempotentRoute({
    method: 'POST',
    path,
    summary: 'Leaves one row',
    access: 'secret',
    body: z.object({ note: z.string() }),
    replies: { 200: z.object({ id: z.string() }) },
    async run(tx, { body: { note } }) {
      const id = tx.newId<'effect'>();
      await sql`insert into test_effects (project_id, id, note) values (${tx.projectId}, ${id}, ${note})`.execute(
        tx.db,
      );
      if (note === 'refuse') throw Refused();
      if (note === 'fail') throw new Error('failed as asked');
      return { id };
    },
  });

/** Two idempotent routes that the product does not have, for tests and fault runs. */
export const effectRoutes: readonly Route[] = [effectAt('/test/effect'), effectAt('/test/other-effect')];
