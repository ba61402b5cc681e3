import type { Client } from 'pg';
import type { CampaignClient } from '../../instance/campaigns.ts';
import { budgets } from '../budgets.ts';
import { report } from '../comparison.ts';
import { rowsWritten } from '../rows-written.ts';

/** 50 KB with a name, a few values and twenty links. */
const body = `<html><body><p>Dear {{ first name ?? "you" }}, {{ plan ?? "" }} in {{ city ?? "" }}</p>${Array.from(
  { length: 20 },
  (_, n) =>
    `<p><a href="https://acme.example/story/${n}">Story ${n}</a> ${'Lorem ipsum dolor sit amet. '.repeat(86)}</p>`,
).join('')}</body></html>`;

/** Rows that stay, their indexes and TOAST; deliveries are gone when a campaign is SENT, and their pages are used again. */
const keptTables = [
  'emails',
  'email_contents',
  'delivery_attempts',
  'events',
  'contact_events',
  'campaign_counts',
  'shared_texts',
];

interface Sizes {
  readonly bytes: Readonly<Record<string, number>>;
  readonly wal: number;
}

/** What one mail of a campaign with a body of 50 KB costs, from its expansion to SENT. */
export async function measureStorage(client: Client, campaigns: CampaignClient, mails: number): Promise<void> {
  const id = await campaigns.draft({ subject: 'News of the week', body });
  await client.query('checkpoint');
  const [versionsBefore, before] = [await rowsWritten(client, 'outside of the queue'), await sizes(client)];
  const began = performance.now();
  await campaigns.act(id, 'send');
  while ((await campaigns.get(id)).status !== 'SENT') await new Promise((resolve) => setTimeout(resolve, 200));
  const seconds = (performance.now() - began) / 1_000;
  const [versionsAfter, after] = [await rowsWritten(client, 'outside of the queue'), await sizes(client)];
  const each = (from: Readonly<Record<string, number>>, to: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(to)
        .map(([table, value]) => [table, (value - (from[table] ?? 0)) / mails] as const)
        .filter(([, value]) => value > 0.001)
        .map(([table, value]) => [table, Math.round(value * 100) / 100] as const),
    );
  const sum = (values: Readonly<Record<string, number>>): number =>
    Object.values(values).reduce((all, one) => all + one, 0);
  const [bytes, versions] = [each(before.bytes, after.bytes), each(versionsBefore, versionsAfter)];
  const { diskBytes, walBytes, rowVersions: maxVersions } = budgets.campaignMail;
  report({
    name: 'fanout, disk for each mail',
    ours: sum(bytes),
    unit: 'bytes',
    want: { ours: { atMost: diskBytes } },
    detail: bytes,
  });
  const wal = (after.wal - before.wal) / mails;
  report({ name: 'fanout, WAL for each mail', ours: wal, unit: 'bytes', want: { ours: { atMost: walBytes } } });
  report({
    name: 'fanout, row versions from expansion to SENT',
    ours: sum(versions),
    unit: 'rows',
    want: { ours: { atMost: maxVersions } },
    detail: versions,
  });
  report({ name: 'fanout, from send to SENT', ours: mails / seconds, unit: 'mails/s', want: null });
}

async function sizes(client: Client): Promise<Sizes> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select t.name, sum(pg_total_relation_size(coalesce(i.inhrelid, t.name::regclass)))::float8 as bytes
       from unnest($1::text[]) t (name) left join pg_inherits i on i.inhparent = t.name::regclass group by 1`,
    [keptTables],
  );
  const wal = await client.query<{ wal: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as wal`);
  return { bytes: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])), wal: wal.rows[0]?.wal ?? 0 };
}
