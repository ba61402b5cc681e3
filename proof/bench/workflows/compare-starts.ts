import { randomUUIDv7 } from 'node:crypto';
import { recordStatement } from '../../../server/src/features/events/record-statement.ts';
import type { TransactionStatements } from '../../../server/src/platform/db/transaction-statements.ts';
import type { Graph } from '../../../server/src/pure/workflow-graph/index.ts';
import { startProcess } from '../../instance/instance.ts';
import { bareRate, findKey, inProjectTransaction } from '../bare.ts';
import { median, report } from '../comparison.ts';
import { contactText } from '../contact-statement.ts';
import { httpRate } from '../http-rate.ts';
import { type ProjectLoad, projectLoad } from '../project-load.ts';
import { data, type TrackedEvent } from '../track/track-load.ts';
import type { BenchDatabase } from './bench-database.ts';
import { insertWorkflow } from './seed-waiting.ts';

const startedId = randomUUIDv7();
const [triggerId, delayId] = [randomUUIDv7(), randomUUIDv7()];
const event = 'signup';
const graph: Graph = {
  trigger: { type: 'EVENT', config: { eventName: event } },
  steps: [
    { id: triggerId, type: 'TRIGGER', name: 'Trigger', config: { eventName: event }, templateId: null },
    { id: delayId, type: 'DELAY', name: 'Wait', config: { amount: 60, unit: 'days' }, templateId: null },
  ],
  transitions: [{ id: randomUUIDv7(), fromStepId: triggerId, toStepId: delayId, branch: null, automatic: false }],
};

/** Events that each start an execution, over HTTP, beside a script that writes the same rows over the same number of connections. */
export async function compareStarts(
  database: BenchDatabase,
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<void> {
  const { client, projects, url } = database;
  await insertWorkflow(
    client,
    projects.map(({ id }) => id),
    { id: startedId, graph, event },
  );
  const api = await startProcess('api', url);
  const nextPerson = peopleOf(database);
  try {
    const load = (): ProjectLoad<TrackedEvent> => projectLoad(projects, milliseconds, nextPerson);
    const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    for (let round = -1; round < rounds; round += 1) {
      const items = load();
      const before = await countStarted(database);
      const callOf = ({ project, ...body }: TrackedEvent) => ({ path: '/v1/track', key: project.publicKey, body });
      await httpRate(api.url, { ...items, next: () => callOf(items.next()) });
      const ours = ((await countStarted(database)) - before) / (milliseconds / 1_000);
      const bare = await bareRate(url, load(), bareStart);
      if (round < 0 && rounds > 1) continue;
      rates.ours.push(ours);
      rates.bare.push(bare);
    }
    report({
      name: 'workflows, executions started by events',
      ...{ ours: median(rates.ours), bare: median(rates.bare), unit: 'starts/s', want: { ratio: { atLeast: 0.3 } } },
    });
  } finally {
    await api.stop();
  }
}

/** Each contact once: no start is refused. */
function peopleOf({ projects }: BenchDatabase): (turn: { project: TrackedEvent['project'] }) => TrackedEvent {
  let count = 0;
  return ({ project }) => {
    const email = `sleeper-${Math.floor(count / projects.length)}@example.com`;
    count += 1;
    return { project, email, event, data };
  };
}

async function countStarted({ client }: BenchDatabase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int from executions where workflow_id = $1',
    [startedId],
  );
  return rows[0]?.count ?? 0;
}

async function bareStart(database: Parameters<Parameters<typeof bareRate>[2]>[0], item: TrackedEvent): Promise<void> {
  await findKey(database, item.project.publicKey, 'public');
  await inProjectTransaction(database, item.project.id, { isReadOnly: false }, (statements) => start(statements, item));
}

async function start(statements: TransactionStatements, { project, email, data: sent }: TrackedEvent): Promise<void> {
  const { rows } = await statements.execute({ name: 'lock', text: lock, values: [project.id, [email]] });
  const [contact] = rows as { id: string }[]; // the columns of the statement
  if (!contact) throw new Error('the contacts are known');
  const [eventId, executionId] = [randomUUIDv7(), randomUUIDv7()];
  const json = JSON.stringify(sent);
  const recorded = [project.id, [eventId], [contact.id], [event], [json], [null], [0], [true], [null]];
  statements.writeLater({ name: 'record', text: recordStatement, values: recorded });
  const keys = [project.id, startedId, contact.id, executionId];
  statements.writeLater({ name: 'enter', text: enter, values: keys });
  statements.writeLater({ name: 'execute', text: execute, values: [...keys, eventId, event, json] });
}

const lock = contactText('for no key update');
const enter = `insert into workflow_entries (project_id, workflow_id, contact_id, execution_id, active_since, hour_began)
  values ($1, $2, $3, $4, now(), now()) on conflict do nothing`;
const execute = `insert into executions (project_id, workflow_id, contact_id, id, version, arrived_at, context, last_event_id, depth,
    is_public, trigger_type, trigger_event_id, trigger_event, started_at, updated_at)
  values ($1, $2, $3, $4, 1, now(), $7::jsonb, $5, 1, true, 'EVENT', $5, $6, now(), now())`;
