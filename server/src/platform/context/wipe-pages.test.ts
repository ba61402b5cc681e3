import { expect, test } from 'vitest';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { testApp } from '#testing/test-app';
import { until } from '#testing/until';
import { type ProjectTx, projectContext } from './index.ts';
import { wipeOldest, wipePage } from './wipe-pages.ts';

const page = 2;

/** Each with a page of rows and one more. */
const wiped: Record<string, { fill: string; first: string; wipe: (tx: ProjectTx) => Promise<boolean> }> = {
  'by its key': {
    fill: `insert into suppressions (project_id, id, email, reason, blocks, created_at)
           select $1, gen_random_uuid(), n || '@example.com', 'MANUAL', 'ALL', now() from generate_series(1, ${page} + 1) n`,
    first: `delete from suppressions where id in (select id from suppressions where project_id = $1 limit ${page})`,
    wipe: (tx) => wipePage(tx, ['suppressions', 'id'], { page }),
  },
  'by time': {
    fill: `insert into events (project_id, id, contact_id, name, data, created_at)
           select $1, gen_random_uuid(), $1, 'seen', '{}', now() - (10 - n) * interval '1 second' from generate_series(1, ${page} + 1) n`,
    first: `delete from events where project_id = $1 and created_at <= now() - (10 - ${page}) * interval '1 second'`,
    wipe: (tx) => wipeOldest(tx, 'events', page),
  },
};

test.each(Object.entries(wiped))(
  'a page %s that retention deletes at the same moment is not taken for the last',
  async (_, { fill, first, wipe }) => {
    const app = await testApp();
    const { id } = await app.given.project();
    const [client, retention] = [await connect(app.databaseUrl), await connect(app.databaseUrl)];
    const ctx = projectContext(app.app.services, id);
    try {
      await client.query('begin');
      await client.query(fill, [id]);
      await client.query('commit');
      await retention.query('begin');
      expect((await retention.query(first, [id])).rowCount).toBe(page);

      const wiping = ctx.transaction(wipe);
      expect(
        await until(
          async () => (await lockWaits(client, 'with page%')) + (await lockWaits(client, '%delete from%')) > 0,
        ),
      ).toBe(true);
      await retention.query('commit');

      expect(await wiping).toBe(true);
      expect(await ctx.transaction(wipe)).toBe(true);
      expect(await ctx.transaction(wipe)).toBe(false);
    } finally {
      await Promise.all([client.end(), retention.end()]);
    }
  },
);
