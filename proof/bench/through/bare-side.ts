import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { startSmtpSink } from '../../../server/testing/smtp-sink.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { poolSize, startPrinting } from '../thin/start-thin.ts';
import { makeSenderProjects } from './sender-projects.ts';
import type { Side } from './side.ts';

const program = fileURLToPath(new URL('./bare-process.ts', import.meta.url));

/** A loop without the product: it accepts like the thin server, keeps the mails in memory and records no results. */
export async function startBare(projectCount: number, key: { publicKey: string; privateKey: string }): Promise<Side> {
  const name = await createMigratedDatabase();
  const client = await connect(urlOf(name));
  const projects = await makeSenderProjects(client, projectCount, key);
  const sink = await startSmtpSink();
  const server = await startPrinting(program, [urlOf(name), String(poolSize), String(sink.port), key.privateKey]);
  return {
    url: server.url,
    pid: server.child.pid ?? 0,
    projects,
    client,
    untilSent: (accepted) => untilSent(server.url, accepted),
    batches: async () => [],
    async stop() {
      await server.stop();
      await sink.stop();
      await client.end();
      await dropDatabase(name);
    },
  };
}

async function untilSent(url: string, accepted: number): Promise<void> {
  for (;;) {
    const reply = await fetch(`${url}/sent`);
    const { sent } = (await reply.json()) as { sent: number }; // our own process
    if (sent === accepted) return;
    await wait(20);
  }
}
