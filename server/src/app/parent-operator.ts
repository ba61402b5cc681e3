import { fastify } from 'fastify';
import type { Config } from '#platform/config';
import { askProcess } from './ask-process.ts';
import { joinMetrics } from './process-metrics.ts';
import type { ParentState, ProcessPlace } from './process-places.ts';
import type { Checks } from './readiness.ts';

const maxAnswerMs = 3_500;

/** The operator port of several processes: what it says holds for all of them. */
export async function startParentOperator(
  config: Config,
  state: ParentState,
  places: readonly ProcessPlace[],
): Promise<{ url: string }> {
  const server = fastify({ logger: false });
  server.get('/health', async (_request, reply) => reply.type('application/json').send('{"status":"ok"}'));
  server.get('/ready', async (_request, reply) => {
    const { isReady, checks } = await readinessOf(state, places);
    return reply
      .code(isReady ? 200 : 503)
      .type('application/json')
      .send(JSON.stringify({ status: isReady ? 'ready' : 'not_ready', checks }));
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4').send(joinMetrics([...(await metricsOf(places)), ownMetrics(places)])),
  );
  const address = await server.listen({ host: config.METRICS_HOST, port: config.METRICS_PORT });
  return { url: address.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1') };
}

/**
 * Ready once all have started and as long as every process that runs is ready, with at least one for requests: while one is started
 * again, the others serve.
 */
async function readinessOf(
  { phase }: ParentState,
  places: readonly ProcessPlace[],
): Promise<{ isReady: boolean; checks: Checks }> {
  const asked = running(places);
  const replies = await Promise.all(asked.map(({ url }) => askProcess(`${url}/ready`, maxAnswerMs)));
  // One that has ended meanwhile is no longer among those that must be ready.
  const answers = replies.filter((_, index) => asked[index]?.isRunning());
  const known = answers.flatMap((answer) => (answer ? [JSON.parse(answer.text) as { checks: Checks }] : []));
  const all = (name: keyof Checks): 'ok' | 'failed' =>
    known.length > 0 && known.every(({ checks }) => checks[name] === 'ok') ? 'ok' : 'failed';
  const serves = places.some(({ part, running: report }) => part === 'requests' && report !== null);
  return {
    isReady: phase === 'running' && serves && answers.every((answer) => answer?.isGood),
    checks: { database: all('database'), migrations: all('migrations'), queue: all('queue') },
  };
}

async function metricsOf(places: readonly ProcessPlace[]): Promise<[string, string][]> {
  const pages = await Promise.all(
    running(places).map(
      async ({ name, url }) => [name, (await askProcess(`${url}/metrics`, maxAnswerMs))?.text] as const,
    ),
  );
  return pages.flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]]));
}

function ownMetrics(places: readonly ProcessPlace[]): [string, string] {
  const restarts = places.reduce((sum, place) => sum + place.restarts, 0);
  const metrics = [
    ['process_restarts', 'counter', 'Processes started again after an end that nobody asked for.', restarts],
    ['process_resident_memory_bytes', 'gauge', 'Memory held by the process.', process.memoryUsage.rss()],
  ] as const;
  const lines = metrics.map(
    ([name, kind, about, value]) => `# HELP ${name} ${about}\n# TYPE ${name} ${kind}\n${name} ${value}`,
  );
  return ['parent', lines.join('\n')];
}

interface RunningPlace {
  readonly name: string;
  readonly url: string;
  isRunning(): boolean;
}

const running = (places: readonly ProcessPlace[]): RunningPlace[] =>
  places.flatMap((place) => {
    const { name, running: report } = place;
    return report ? [{ name, url: report.metricsUrl, isRunning: () => place.running === report }] : [];
  });
