import { parseArgs } from 'node:util';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { makeKey } from '../handoff/fixture.ts';
import { givenPeople, givenSendingProject } from '../handoff/project.ts';
import { compareLanes } from './compare-lanes.ts';

/** `--backlog` of marketing mail that transactional mail must not wait for, `--probes`, `--runs`: each must meet its requirement. */
export async function benchLanes(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      backlog: { type: 'string', default: '100000' },
      probes: { type: 'string', default: '400' },
      runs: { type: 'string', default: '3' },
    },
  });
  const runs = Number(values.runs);
  for (let run = 1; run <= runs; run += 1) {
    await inFreshDatabase(async (url, relay) => {
      const client = await connect(url);
      try {
        const project = await givenSendingProject(client, makeKey());
        const people = await givenPeople(client, project.id, 2_000);
        const bench = { client, url, relay, project, people, probes: Number(values.probes) };
        await compareLanes(bench, Number(values.backlog), `, run ${run} of ${runs}`);
      } finally {
        await client.end();
      }
    });
  }
}

async function inFreshDatabase(work: (url: string, relay: string) => Promise<void>): Promise<void> {
  const name = await createMigratedDatabase();
  const sink = await startSmtpSink();
  try {
    await work(urlOf(name), sink.url);
  } finally {
    await sink.stop();
    await dropDatabase(name);
  }
}
