import type { Client } from 'pg';
import type { CampaignClient } from '../../instance/campaigns.ts';
import { budgets } from '../budgets.ts';
import { report } from '../comparison.ts';
import { bytesOf, readResources, recordTables, reportCosts, textTables, usedEach } from '../resources.ts';
import { rowsPerCall, rowsWritten } from '../rows-written.ts';

/** 50 KB with a name, a few values and twenty links. */
const body = `<html><body><p>Dear {{ first name ?? "you" }}, {{ plan ?? "" }} in {{ city ?? "" }}</p>${Array.from(
  { length: 20 },
  (_, n) =>
    `<p><a href="https://acme.example/story/${n}">Story ${n}</a> ${'Lorem ipsum dolor sit amet. '.repeat(86)}</p>`,
).join('')}</body></html>`;

export interface StorageSetup {
  readonly client: Client;
  readonly campaigns: CampaignClient;
  /** Of the worker. */
  readonly pid: number;
}

const keptTables = [...recordTables, ...textTables];

/** What one mail of a campaign with a body of 50 KB costs, from its expansion to SENT. */
export async function measureStorage({ client, campaigns, pid }: StorageSetup, mails: number): Promise<void> {
  const id = await campaigns.draft({ subject: 'News of the week', body });
  await client.query('checkpoint');
  const versionsBefore = await rowsWritten(client, 'outside of the queue');
  const before = await readResources(client, { pid, tables: keptTables });
  const began = performance.now();
  await campaigns.act(id, 'send');
  while ((await campaigns.get(id)).status !== 'SENT') await new Promise((resolve) => setTimeout(resolve, 200));
  const seconds = (performance.now() - began) / 1_000;
  const versionsAfter = await rowsWritten(client, 'outside of the queue');
  const used = usedEach(before, await readResources(client, { pid, tables: keptTables }), mails);
  const versions = rowsPerCall(versionsBefore, versionsAfter, mails);
  const { diskBytes, walBytes, rowVersions: maxVersions } = budgets.campaignMail;
  report({
    name: 'fanout, disk for each mail',
    ours: bytesOf(used, keptTables),
    unit: 'bytes',
    want: { ours: { atMost: diskBytes } },
    detail: used.tableBytes,
  });
  report({
    name: 'fanout, WAL for each mail',
    ours: used.walBytes,
    unit: 'bytes',
    want: { ours: { atMost: walBytes } },
  });
  report({
    name: 'fanout, row versions from expansion to SENT',
    ours: Object.values(versions).reduce((all, one) => all + one, 0),
    unit: 'rows',
    want: { ours: { atMost: maxVersions } },
    detail: versions,
  });
  reportCosts('fanout', 'mail', used, ['process', 'server']);
  report({ name: 'fanout, from send to SENT', ours: mails / seconds, unit: 'mails/s', want: null });
}
