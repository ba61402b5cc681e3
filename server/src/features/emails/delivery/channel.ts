import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { type InstanceReader, type ProjectContext, perApp } from '#platform/context';
import { Cache } from '#pure/cache';
import { cut } from '#pure/text';
import type { DeliveryResult } from './result.ts';

/** An attempt with its entry in the log. */
export type AttemptToLog = Pick<DeliveryResult, 'claim' | 'mail' | 'entry'>;

/** What the attempts of one process over equal connections have in common: a row of `delivery_channels`, by its columns. */
type Channel = Readonly<Record<(typeof columns)[number], string | boolean | null>>;

const columns = [
  ...(['boot_id', 'worker', 'lane', 'relay', 'remote_address', 'tls_version', 'tls_cipher', 'tls_verified'] as const),
  ...(['ehlo_name', 'mail_from', 'mail_from_key'] as const),
] as const;

/** Derived from its content, so that an attempt can name its channel without a query. */
export const channelIdOf = (attempt: AttemptToLog): string | null => {
  const channel = channelOf(attempt);
  return channel && idOf(channel);
};

/**
 * Resolves when the channels of these attempts are stored. A worker has few of them and stores each once an hour, so usually nothing
 * is written. Why a transaction of its own: results of all projects name the same row, and must not wait for each other.
 */
export async function storeChannels(ctx: ProjectContext, attempts: readonly AttemptToLog[]): Promise<void> {
  const stored = storedChannels(ctx);
  for (const channel of attempts.map(channelOf)) {
    if (!channel) continue;
    const id = idOf(channel);
    if (stored.get(id)) continue;
    // Only attempts of one project share a write under way: it waits for connections of that project, and fails when that is being erased.
    await stored.load(
      `${ctx.projectId}/${id}`,
      () => store(ctx, channel),
      () => false,
    );
    stored.set(id, true);
  }
}

/** The limit of age keeps a channel in use from expiring; see its migration for how long one is kept. */
const storedChannels = perApp(
  () => new Cache<string, true>({ maxEntries: 5_000, age: { maxMs: 3_600_000, now: () => performance.now() } }),
);

async function store(ctx: ProjectContext, channel: Channel): Promise<true> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(columns.map((name) => channel[name]));
  await ctx.transaction((tx) =>
    sql`insert into delivery_channels as c (id, ${names}, seen_at) values (${idOf(channel)}, ${values}, now())
        on conflict (id) do update set seen_at = excluded.seen_at`.execute(tx.db),
  );
  return true;
}

function channelOf({ claim, entry }: AttemptToLog): Channel | null {
  if (!entry) return null;
  const { facts, envelope } = entry;
  return {
    boot_id: entry.bootId,
    worker: entry.worker,
    lane: claim.lane,
    relay: facts.relay,
    remote_address: facts.remoteAddress,
    tls_version: facts.tlsVersion,
    tls_cipher: facts.tlsCipher,
    tls_verified: facts.tlsVerified,
    ehlo_name: facts.ehloName && cut(facts.ehloName, 512),
    mail_from: envelope?.senderForm ?? null,
    mail_from_key: envelope?.keyId ?? null,
  };
}

function idOf(channel: Channel): string {
  const hex = hash('sha256', JSON.stringify(columns.map((name) => channel[name])), 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** When mail last went through relays whose name begins so; noted once an hour and process, so mail may have gone later, too. */
export async function lastSeenOf({ db }: Pick<InstanceReader, 'db'>, prefix: string): Promise<Date | null> {
  const row = await db
    .selectFrom('deliveryChannels')
    .select(({ fn }) => fn.max('seenAt').as('at'))
    .where('relay', 'like', `${prefix}%`)
    .executeTakeFirst();
  return row?.at ?? null;
}
