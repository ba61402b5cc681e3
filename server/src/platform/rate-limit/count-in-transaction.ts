import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { RateLimit } from '#pure/limits';
import type { Rate } from './consume-rate.ts';

/** Counts one use inside the caller's transaction. */
export async function countUse(db: Db, key: string, { max, windowSeconds }: RateLimit): Promise<Rate> {
  const { rows } =
    await sql<Rate>`select used, reset_seconds from consume_rate(${key}, ${max}, ${windowSeconds})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the rate limit gave no answer');
  return row;
}

/** Counts an amount inside the caller's transaction: when that fails, nothing is counted. */
export async function countAmount(db: Db, key: string, amount: number, windowSeconds: number): Promise<Rate> {
  const rate = (await countAmounts(db, new Map([[key, amount]]), windowSeconds)).get(key);
  if (!rate) throw new Error('the rate limit gave no answer');
  return rate;
}

/** The same for many keys in one statement, locked in the order of the keys. */
export async function countAmounts(
  db: Db,
  amounts: ReadonlyMap<string, number>,
  windowSeconds: number,
): Promise<Map<string, Rate>> {
  const { rows } = await sql<Rate & { key: string }>`
    insert into rate_limits as r (key, used, resets_at)
    select u.key, u.amount, clock_timestamp() + make_interval(secs => ${windowSeconds})
      from unnest(${[...amounts.keys()]}::text[], ${[...amounts.values()]}::int[]) u (key, amount) order by u.key
    on conflict (key) do update
       set used = case when r.resets_at <= clock_timestamp() then excluded.used
                       else least(r.used::bigint + excluded.used, 2147483647)::int end,
           resets_at = case when r.resets_at <= clock_timestamp() then excluded.resets_at else r.resets_at end
    returning r.key, r.used, greatest(1, ceil(extract(epoch from r.resets_at - clock_timestamp())))::int as reset_seconds`.execute(
    db,
  );
  return new Map(rows.map(({ key, ...rate }) => [key, rate]));
}

/** Whether `key` was counted in a window that is still open; counts nothing. */
export async function hasUse(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from rate_limits where key = ${key} and resets_at > clock_timestamp()`.execute(
    db,
  );
  return rows.length > 0;
}

/** Uncounts one use, where only failures count: attempts are counted before they run, so that a burst cannot pass. */
export async function returnUse(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set used = greatest(0, used - 1) where key = ${key}`.execute(db);
}
