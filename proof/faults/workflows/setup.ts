import type { Client as DatabaseClient } from 'pg';
import type { CallTargetServer, SeenRequest } from '../../../server/testing/call-target.ts';
import type { Client } from '../../../server/testing/client.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { givenSender } from '../../../server/testing/given-mail.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../server/testing/scripted-smtp.ts';
import { connect } from '../../../server/testing/spool-setup.ts';
import { until } from '../../../server/testing/until.ts';
import { settingsFor } from '../../instance/instance.ts';
import { makeProjects, type ProofProject } from '../../instance/projects.ts';
import { insistentClient } from '../requests.ts';
import { type Processes, startProcesses } from './processes.ts';
import { inTurnableCluster, type TurnableCluster } from './turnable-cluster.ts';
import { startWebhookTarget } from './webhook-target.ts';

/** An API and two workers on a PostgreSQL whose clock can be turned, a relay, and a target of calls. */
export interface WorkflowSetup {
  readonly client: DatabaseClient;
  readonly cluster: TurnableCluster;
  readonly processes: Processes;
  readonly target: CallTargetServer;
  /** Hears of every call to the target. */
  onCall: (request: SeenRequest) => void;
  readonly sink: ScriptedSmtp;
  /** A caller with this key, whatever is killed meanwhile. */
  as(key: string): Client;
  newProject(): Promise<SendingProject>;
}

/** A project with a domain of its own, which is verified. */
export interface SendingProject extends ProofProject {
  readonly sender: string;
}

/** Runs something with all of it, which is gone afterwards. */
export function inWorkflowSetup(work: (setup: WorkflowSetup) => Promise<void>): Promise<void> {
  return inTurnableCluster(async (cluster) => {
    const name = await createMigratedDatabase();
    const url = urlOf(name);
    const client = await connect(url);
    const target = await startWebhookTarget((request) => setup.onCall(request));
    const sink = await startScriptedSmtp();
    const processes = await startProcesses(url, {
      LOG_LEVEL: 'warn',
      MAIL_RELAYS: sink.url,
      WEBHOOK_ALLOW_HTTP: 'true',
      WEBHOOK_ALLOWED_NETWORKS: `127.0.0.1:${target.port}`,
      WORKFLOW_HISTORY_DAYS: '3650',
      WORKFLOW_LEASE_SECONDS: '4',
      DELIVERY_LEASE_SECONDS: '4',
    });
    const setup: WorkflowSetup = {
      ...{ client, cluster, processes, target, sink, onCall: () => {} },
      as: (key) => insistentClient(() => processes.apiUrl(), key),
      async newProject() {
        const [project] = await makeProjects(client, 1);
        if (!project) throw new Error('no project');
        const domain = `acme-${project.id}.example`;
        await givenSender(client, project.id, domain, { secret: settingsFor(url).SECRET_KEY ?? '' });
        return { ...project, sender: `hello@${domain}` };
      },
    };
    try {
      await work(setup);
    } finally {
      await processes.stop();
      await Promise.all([target.close(), sink.close(), client.end()]);
      await dropDatabase(name);
    }
  });
}

/** Waits until nothing of any spool is due or claimed; throws if that does not come. */
export async function settle({ client }: Pick<WorkflowSetup, 'client'>): Promise<void> {
  const isDue = ['executions', 'workflow_calls', 'segment_checks', 'deliveries'].map(
    (table) => `exists (select 1 from ${table} where due_at <= now() or lease_until is not null)`,
  );
  const isIdle = await until(
    async () => {
      const { rows } = await client.query<{ is_busy: boolean }>(`select ${isDue.join(' or ')} as is_busy`);
      return rows[0]?.is_busy === false;
    },
    { seconds: 600 },
  );
  if (!isIdle) throw new Error('the workers do not come to an end');
}

export async function countActive({ client }: Pick<WorkflowSetup, 'client'>): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int from executions');
  return rows[0]?.count ?? 0;
}

/** Seconds until the next execution is due; null when none is. */
export async function secondsToNext({ client }: Pick<WorkflowSetup, 'client'>): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number | null }>(
    `select extract(epoch from min(due_at) - now())::float8 as seconds from executions where due_at < 'infinity'`,
  );
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : Math.ceil(seconds);
}

/** Turns the clock from one moment that something is due to the next, so that nothing is late, until no execution is left. */
export async function passUntilEnded(setup: WorkflowSetup): Promise<void> {
  for (let turns = 0; ; turns += 1) {
    await settle(setup);
    if ((await countActive(setup)) === 0) return;
    if (turns > 500) throw new Error('the executions do not end');
    await setup.cluster.turn(Math.max(1, (await secondsToNext(setup)) ?? 1));
  }
}
