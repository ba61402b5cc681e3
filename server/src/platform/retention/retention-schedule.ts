import type { Client } from 'pg';
import { every, type InstanceContext } from '#platform/context';
import type { Schedule } from '#platform/queue';

/**
 * What has to happen before rows of a table are deleted or its partitions dropped, by the table's name. If it fails, that table
 * keeps its rows until the next run. `settingDays` is 0 for a table whose rule names no setting, or that keeps everything.
 */
export type BeforeExpiry = Readonly<Record<string, (ctx: InstanceContext, settingDays: number) => Promise<void>>>;

interface RetentionRule {
  readonly tableName: string;
  readonly key: string;
  readonly period: 'day' | 'week' | 'month' | null;
  readonly setting: string | null;
  readonly batch: number;
}

/**
 * Makes the partitions to come, drops those past their time and deletes rows past theirs, for every table that a migration has
 * registered (`make_partitioned_table`, `make_expiring_table`). Nothing depends on when it runs; a second run finds less.
 */
export const retentionSchedule = (before: BeforeExpiry): Schedule<InstanceContext> =>
  every({ minutes: 10 }, 'retention', async (ctx) => {
    const rules = await ctx.read(({ db }) =>
      db.selectFrom('retentionRules').select(['tableName', 'key', 'period', 'setting', 'batch']).execute(),
    );
    const failures: unknown[] = [];
    const succeeded = async (rule: RetentionRule, work: Promise<boolean>): Promise<boolean> =>
      work.catch((error: unknown) => {
        ctx.log.error({ error, table: rule.tableName }, 'retention failed');
        failures.push(error);
        return false;
      });

    let waiting = await keep(rules, (rule) => succeeded(rule, turnPartitions(ctx, rule, before)));
    // A batch of each in turn, so that a large table does not hold up the others.
    while (waiting.length > 0 && !ctx.stopping.aborted) {
      waiting = await keep(waiting, (rule) => succeeded(rule, deleteBatch(ctx, rule)));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'retention failed');
  });

/** For the migrator: the first partitions of new tables, before a row needs them. Other tables are left to the schedule. */
export async function makeFirstPartitions(owner: Client): Promise<void> {
  await owner.query(`
    select make_coming_partitions(table_name) from retention_rules
     where period is not null and (select count(*) from pg_inherits where inhparent = table_name::regclass) = 1`);
}

async function turnPartitions(ctx: InstanceContext, rule: RetentionRule, before: BeforeExpiry): Promise<boolean> {
  if (rule.period !== null) await ctx.dispatch('make_coming_partitions', [rule.tableName]);
  await before[rule.tableName]?.(ctx, settingDays(ctx, rule));
  if (rule.period !== null) await ctx.dispatch('drop_old_partitions', [rule.tableName, settingDays(ctx, rule)]);
  return true;
}

/** True when there may be more. */
async function deleteBatch(ctx: InstanceContext, rule: RetentionRule): Promise<boolean> {
  const args = [rule.tableName, rule.key, settingDays(ctx, rule), rule.batch];
  const [row] = await ctx.dispatch<{ delete_old_rows: string }>('delete_old_rows', args);
  return Number(row?.delete_old_rows ?? 0) >= rule.batch;
}

/** 0 keeps everything: also for a setting that this version does not know, because a newer one has registered the table. */
function settingDays({ config }: InstanceContext, { setting }: RetentionRule): number {
  const days: unknown = setting === null ? 0 : Reflect.get(config, setting);
  return typeof days === 'number' ? days : 0;
}

async function keep<T>(items: readonly T[], isKept: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept: T[] = [];
  for (const item of items) if (await isKept(item)) kept.push(item);
  return kept;
}
