import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { inBatches } from '#platform/batches';
import { ByteBudget } from '#platform/budget';
import type { InstanceContext, ProjectContext, ProjectId } from '#platform/context';
import { crashPoint, isArmed } from '#platform/faults';
import { openSentLog } from '#platform/sent-log';
import type { WorkerResources } from '#platform/spool';
import { inboxTransport, makeRelays, type Relays, type Transport, transportsOf } from '#platform/transports';
import { captureMessage } from '../sandbox/capture-message.ts';
import { makeSharedTexts, type SharedTexts } from '../texts/shared-texts.ts';
import { type Backlog, makeBacklog } from './backlog.ts';
import { type Gate, makeGate } from './gate.ts';
import { priorityOf, sessions } from './lanes.ts';
import { loadMails } from './load-mails.ts';
import type { Mail } from './mail.ts';
import { type DeliveryMetrics, makeDeliveryMetrics } from './metrics.ts';
import { makeOwnRelays, type OwnRelays } from './own-relays.ts';
import { makeOwnSessions, type OwnSessions } from './own-sessions.ts';
import { makePace, type Pace, type PaceKey } from './pace.ts';
import { makeResultWriter, type ResultWriter } from './result-writer.ts';
import { watchServer } from './server-watch.ts';
import { makeSigningKeys, type SigningKeys } from './signing-keys.ts';

/** What the sessions of one worker share. */
export interface DeliveryTools extends WorkerResources {
  /** Identifies the process in the log of attempts. */
  readonly bootId: string;
  readonly worker: string;
  readonly relays: Relays;
  /** The providers that projects brought. */
  readonly ownRelays: OwnRelays;
  readonly ownSessions: OwnSessions;
  readonly inbox: Transport;
  readonly gate: Gate;
  readonly results: ResultWriter;
  readonly keys: SigningKeys;
  readonly texts: SharedTexts;
  readonly pace: Pace;
  readonly backlog: Backlog;
  /** The rates that apply to every mail of the installation. */
  readonly sharedRates: readonly PaceKey[];
  /** For large messages, whatever the number of sessions. Each that waits occupies a session that other mail needs. */
  readonly budget: ByteBudget;
  readonly metrics: DeliveryMetrics;
  /** Mails of the first lane are loaded in batches of their own, so that they do not wait for others. */
  load(ctx: ProjectContext, id: string, lane?: string): Promise<Mail | null>;
  isLocalRelayGone(): Promise<boolean>;
}

const messageBytes = 64 * 1024 * 1024;

export function makeTools(ctx: InstanceContext): DeliveryTools {
  const { config, log } = ctx;
  const bootId = randomUUID();
  const transports = transportsOf(config.MAIL_RELAYS, isArmed('delivery') ? crashOnWire : undefined);
  const relays = makeRelays(transports, log);
  const ownRelays = makeOwnRelays(log);
  const metrics = makeDeliveryMetrics(ctx);
  const sentLog = openSentLog(config, log);
  const results = makeResultWriter(metrics, sentLog);
  const watch = watchServer(ctx);
  ctx.metrics.observe(
    'mail_sent_log_unwritten',
    'Lines about mails that leave and could not be written to SENT_LOG since the start of the process.',
    () => sentLog.unwritten,
  );
  ctx.metrics.observe(
    'mail_results_stuck',
    'Results of hand-overs that could not be recorded yet; while there are any, no mail is handed over.',
    () => results.stuck,
  );
  const loading = inBatches<{ ctx: ProjectContext; id: string; lane: string }, Mail | null>({
    keyOf: (request) => request.ctx.projectId + priorityOf(request),
    max: 100,
    parallel: 2,
    async run(requests) {
      metrics.countBatch('load', requests.length);
      const ids = requests.map(({ id }) => id);
      const mails = await requests[0]?.ctx.read((reader) => loadMails(reader, ids));
      return ids.map((id) => mails?.get(id) ?? null);
    },
  });
  return {
    bootId,
    worker: `${hostname()}/${process.pid}`,
    relays,
    ownRelays,
    ownSessions: makeOwnSessions(),
    inbox: inboxTransport(
      (outgoing) => captureMessage(ctx.inProject(outgoing.tags.projectId as ProjectId), outgoing), // the claim's own project
    ),
    gate: makeGate(ctx, { bootId, metrics, watch, sentLog }),
    results,
    keys: makeSigningKeys(),
    texts: makeSharedTexts(),
    pace: makePace(ctx),
    backlog: makeBacklog(),
    sharedRates: config.MAIL_RATE_PER_SECOND > 0 ? [{ bucket: 'all', ratePerSecond: config.MAIL_RATE_PER_SECOND }] : [],
    budget: new ByteBudget({ maxBytes: messageBytes, maxWaiting: sessions / 2 }),
    metrics,
    load: (project, id, lane = '') => loading.add({ ctx: project, id, lane }),
    async isLocalRelayGone() {
      const local = transports.length > 0 && transports.every((transport) => transport.isLocal);
      return local && (await Promise.all(transports.map((transport) => transport.check()))).every((one) => !one.isWell);
    },
    mayClaim: () => results.stuck === 0 && watch.maySend,
    async close() {
      results.abandon();
      metrics.close();
      await Promise.all([relays.close(), ownRelays.close(), sentLog.close()]);
    },
  };
}

const wirePoints = [
  ['EHLO', 'delivery.connected'],
  ['MAIL', 'delivery.mail'],
  ['RCPT', 'delivery.rcpt'],
  ['DATA', 'delivery.data'],
] as const;

/** For fault runs: ends the process at the reply to a chosen SMTP command. Replies come in the order of the commands. */
function crashOnWire(): (direction: 'client' | 'server', line: string) => void {
  const commands: string[] = [];
  return (direction, line) => {
    if (direction === 'client') {
      commands.push(line);
      return;
    }
    const command = commands.shift() ?? '';
    const point = wirePoints.find(([verb]) => command.startsWith(verb))?.[1];
    if (point) crashPoint(point).catch(() => {}); // it does not reject
  };
}
