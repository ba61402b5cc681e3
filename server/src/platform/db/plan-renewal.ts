import type { PoolClient } from 'pg';
import { roundTrip, type StatementResult } from './round-trip.ts';

const lookMs = 2_000;
/** Small tables are read quickly whatever the plan. */
const smallRows = 250;
const growth = 4;

/** Rows by table and partition, as they were counted; needs no lock and reads no table. */
const countRows = {
  name: 'count_rows',
  text: `
    select c.relname as name, pg_stat_get_live_tuples(c.oid) + pg_stat_get_dead_tuples(c.oid) as rows from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
};
const discardPlans = { text: 'discard plans' };

/**
 * Has the plans of prepared statements made again when a table has grown to four times its rows.
 * Why: PostgreSQL keeps a plan until the table is analyzed, which is done once a minute at best. One that was made while a table was
 * empty reads all rows of a project, for each mail of a campaign that is making half a million rows at this moment.
 */
export class PlanRenewal {
  readonly #timeoutMs: number;
  readonly #plannedAt = new WeakMap<PoolClient, number>();
  #known: ReadonlyMap<string, number> = new Map();
  #lookedAt = performance.now();
  #renewals = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Called with each connection before it is used. Seldom sends anything; rejects when the connection does not answer. */
  async prepare(client: PoolClient): Promise<void> {
    const options = { keyOf: (column: string) => column, timeoutMs: this.#timeoutMs };
    if (performance.now() - this.#lookedAt > lookMs) {
      this.#lookedAt = performance.now();
      const [counted] = await roundTrip(client, [countRows], options);
      if (counted) this.#compare(counted);
    }
    const plannedAt = this.#plannedAt.get(client);
    if (plannedAt === this.#renewals) return;
    if (plannedAt !== undefined) await roundTrip(client, [discardPlans], options);
    this.#plannedAt.set(client, this.#renewals);
  }

  #compare({ rows }: StatementResult): void {
    const counts = new Map(rows.map(({ name, rows: count }) => [String(name), Math.max(Number(count), smallRows)]));
    const hasGrown = [...counts].some(([name, count]) => count >= growth * (this.#known.get(name) ?? smallRows));
    if (!hasGrown) return;
    this.#known = counts;
    this.#renewals += 1;
  }
}
