import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { InstanceContext, ProjectContext, ProjectId } from '#platform/context';
import { isArmed } from '#platform/faults';
import type { Equipment } from '#platform/spool';
import type { Relays, Transport } from '#platform/transports';
import { inboxTransport, makeRelays, transportsOf } from '#platform/transports';
import { captureMessage } from '../test-mode/capture-message.ts';
import type { Backlog } from './backlog.ts';
import { makeBacklog } from './backlog.ts';
import type { ByteBudget } from './byte-budget.ts';
import { makeByteBudget } from './byte-budget.ts';
import { crashOnWire } from './crash-on-wire.ts';
import type { Figures } from './figures.ts';
import { makeFigures } from './figures.ts';
import type { Gate } from './gate.ts';
import { makeGate } from './gate.ts';
import { inBatches } from './in-batches.ts';
import { lineOf, sessions } from './lanes.ts';
import { loadMails } from './load-mails.ts';
import type { Mail } from './mail.ts';
import type { Pace, PaceKey } from './pace.ts';
import { makePace } from './pace.ts';
import type { ResultDesk } from './result-desk.ts';
import { makeResultDesk } from './result-desk.ts';
import type { SigningKeys } from './signing-keys.ts';
import { makeSigningKeys } from './signing-keys.ts';

/** What the sessions of one worker share. */
export interface DeliveryTools extends Equipment {
  /** Says in the log of attempts which process it was. */
  readonly bootId: string;
  readonly worker: string;
  readonly relays: Relays;
  readonly inbox: Transport;
  readonly gate: Gate;
  readonly desk: ResultDesk;
  readonly keys: SigningKeys;
  readonly pace: Pace;
  readonly backlog: Backlog;
  /** Rates every mail is under: the installation's. */
  readonly sharedRates: readonly PaceKey[];
  readonly budget: ByteBudget;
  readonly figures: Figures;
  /** A mail of the first lane is loaded beside the others, not behind them. */
  load(ctx: ProjectContext, id: string, lane?: string): Promise<Mail | null>;
  isLocalRelayGone(): Promise<boolean>;
}

const messageBytes = 64 * 1024 * 1024;

export function makeTools(ctx: InstanceContext): DeliveryTools {
  const { config, log } = ctx;
  const bootId = randomUUID();
  const transports = transportsOf(config.MAIL_RELAYS, isArmed('delivery') ? crashOnWire : undefined);
  const relays = makeRelays(transports, log);
  const figures = makeFigures(ctx);
  const desk = makeResultDesk();
  ctx.metrics.observe(
    'mail_results_stuck',
    'Results of hand-overs that could not be recorded yet; while there are any, no mail is handed over.',
    () => desk.stuck,
  );
  const loading = inBatches<{ ctx: ProjectContext; id: string; lane: string }, Mail | null>({
    keyOf: (asked) => asked.ctx.projectId + lineOf(asked),
    most: 100,
    parallel: 2,
    async run(asked) {
      const ids = asked.map(({ id }) => id);
      const mails = await asked[0]?.ctx.read((reader) => loadMails(reader, ids));
      return ids.map((id) => mails?.get(id) ?? null);
    },
  });
  return {
    bootId,
    worker: `${hostname()}/${process.pid}`,
    relays,
    inbox: inboxTransport(
      (consignment) => captureMessage(ctx.inProject(consignment.tags.projectId as ProjectId), consignment), // the claim's own project
    ),
    gate: makeGate(ctx, bootId),
    desk,
    keys: makeSigningKeys(),
    pace: makePace(ctx),
    backlog: makeBacklog(),
    sharedRates: config.MAIL_RATE_PER_SECOND > 0 ? [{ bucket: 'all', ratePerSecond: config.MAIL_RATE_PER_SECOND }] : [],
    budget: makeByteBudget({ mostBytes: messageBytes, mostWaiting: sessions / 2 }),
    figures,
    load: (project, id, lane = '') => loading.add({ ctx: project, id, lane }),
    async isLocalRelayGone() {
      const local = transports.length > 0 && transports.every((transport) => transport.isLocal);
      return local && (await Promise.all(transports.map((transport) => transport.check()))).every((one) => !one.isWell);
    },
    mayClaim: () => desk.stuck === 0,
    async close() {
      desk.abandon();
      figures.close();
      await relays.close();
    },
  };
}
