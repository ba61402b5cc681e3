import { randomUUID } from 'node:crypto';
import type { ClaimedMail } from '../src/features/emails/delivery/claimed-mail.ts';
import { type GateAnswer, makeGate } from '../src/features/emails/delivery/gate.ts';
import { loadMails } from '../src/features/emails/delivery/load-mails.ts';
import type { Mail } from '../src/features/emails/delivery/mail.ts';
import { recordResults } from '../src/features/emails/delivery/record-results.ts';
import type { AttemptEntry, DeliveryResult, ResultEffect } from '../src/features/emails/delivery/result.ts';
import { settleDoubt } from '../src/features/emails/delivery/settle-doubt.ts';
import type { DeliveryTools } from '../src/features/emails/delivery/tools.ts';
import { instanceContext, type ProjectId, projectContext } from '../src/platform/context/index.ts';
import type { Claim } from '../src/platform/spool/index.ts';
import { noFacts } from '../src/platform/transports/index.ts';
import type { DeliverySetup } from './delivery-setup.ts';

/** A claim of a worker whose connections the test controls. The statements are the real ones. */
export interface WorkerSession {
  readonly claim: Claim;
  readonly mail: Mail;
  /** Set while the gate is known to be open for it and there is no result yet. */
  gatedAs: number | null;
}

/** What a relay does with a message. `kept-silent` and `lost-silent`: the reply is lost, the message was accepted or not. */
export type RelayAct = 'accept' | 'defer' | 'reject' | 'kept-silent' | 'lost-silent';

export interface TwoWorkers {
  /** Claims the mail if it is due; null when it is not, or when settling an earlier attempt ended the claim. */
  claim(id: string, lane?: 0 | 2): Promise<WorkerSession | null>;
  /** Asks the gate; with `loses`, its answer or the question is lost. */
  gate(session: WorkerSession, loses?: 'answer' | 'question'): Promise<GateAnswer>;
  /** The result to record after the gate's answer was lost, or when nothing was sent. */
  withdrawal(session: WorkerSession): DeliveryResult;
  /** Sends the end of the message; the result is written by `record`, whenever the connection allows. */
  release(session: WorkerSession, act: RelayAct): DeliveryResult;
  record(result: DeliveryResult): Promise<boolean>;
  /** The lease of a row expires, whichever worker holds it. */
  lapse(id: string): Promise<void>;
  /** The session ends without asking the gate. */
  putBack(session: WorkerSession): Promise<void>;
  /** Copies that the relay has accepted, by attempt. */
  readonly copies: readonly { readonly id: string; readonly attempt: number }[];
}

export function twoWorkers(setup: DeliverySetup): TwoWorkers {
  const { services } = setup.app.app;
  const instance = instanceContext(services);
  const ctx = projectContext(services, setup.project.id as ProjectId, services.log); // the setup's own project
  const gates = makeGate(instance, {
    bootId: randomUUID(),
    metrics: { countBatch: () => {} },
    watch: { knownStart: null, look: () => {} },
    sentLog: { append: async () => {} },
  });
  const copies: { id: string; attempt: number }[] = [];
  const record = async (result: DeliveryResult): Promise<boolean> => {
    const [counted = false] = await ctx.transaction((tx) => recordResults(tx, [result]));
    return counted;
  };
  const tools = {
    bootId: randomUUID(),
    worker: 'test',
    results: { record: (_ctx: unknown, result: DeliveryResult) => record(result), stuck: 0 },
    metrics: { countDoubt() {}, countRepeat() {}, countLate() {} },
    isLocalRelayGone: async () => false,
  } as unknown as DeliveryTools; // what the settling of doubts uses

  const load = async (id: string): Promise<Mail | undefined> => (await ctx.read((r) => loadMails(r, [id]))).get(id);
  const claimOf = async (id: string, lane: 0 | 2): Promise<Claim | null> => {
    const fence = randomUUID();
    const start = [`{${ctx.projectId}}`, '{0}', '{00000000-0000-0000-0000-000000000000}'];
    const rows = await instance.dispatch<{ id: string; claims: number }>('spool_claim_deliveries', [
      String(lane),
      ...start,
      100,
      fence,
      30,
    ]);
    const row = rows.find((one) => one.id === id);
    const signal = new AbortController().signal;
    const { projectId } = ctx;
    return row
      ? { table: 'deliveries', projectId, id, fence, lane: 'transactional', claims: row.claims, signal }
      : null;
  };

  return {
    copies,
    async claim(id, lane = 0) {
      const claim = await claimOf(id, lane);
      const mail = claim && (await load(id));
      if (!claim || !mail) return null;
      const claimed: ClaimedMail = { ctx, claim, mail, tools };
      const settled = mail.delivery.phase === null ? mail : await settleDoubt(claimed);
      return settled && { claim, mail: settled, gatedAs: null };
    },
    async gate(session, loses) {
      if (loses === 'question') return { kind: 'lost' };
      const answer = await gates.ask({ claim: session.claim, isAgain: session.gatedAs !== null, isTest: false });
      if (loses === 'answer') return { kind: 'lost' };
      if (answer.kind === 'open') session.gatedAs = answer.attempt;
      return answer;
    },
    withdrawal: ({ claim, mail }) => ({
      claim,
      mail,
      effect: { kind: 'withdrawn', passedAs: null },
      gatedAs: null,
      entry: null,
    }),
    release({ claim, mail, gatedAs }, act) {
      const attempt = gatedAs ?? 0;
      if (act === 'accept' || act === 'kept-silent') copies.push({ id: claim.id, attempt });
      return { claim, mail, effect: effects[act], gatedAs, entry: entryOf(attempt, outcomes[act]) };
    },
    record,
    async lapse(id) {
      const over = `update deliveries set lease_until = now() - interval '1 second' where id = $1 and lease_until is not null`;
      await setup.client.query(over, [id]);
      await instance.dispatch('spool_reap_deliveries', [0]);
    },
    async putBack({ claim }) {
      const keys = [`{${claim.projectId}}`, `{${claim.id}}`, `{${claim.fence}}`];
      await instance.dispatch('spool_postpone_deliveries', [...keys, '{null}', '{0}', '{false}']);
    },
  };
}

const effects: Record<RelayAct, ResultEffect> = {
  accept: { kind: 'sent', isUnconfirmed: false },
  defer: { kind: 'later', afterSeconds: 60 },
  reject: { kind: 'closed', closure: { status: 'FAILED', reason: 'REJECTED' }, error: '550 no' },
  'kept-silent': { kind: 'doubt', afterSeconds: 300 },
  'lost-silent': { kind: 'doubt', afterSeconds: 300 },
};

const outcomes: Record<RelayAct, AttemptEntry['outcome']> = {
  accept: 'ACCEPTED',
  defer: 'DEFERRED',
  reject: 'REJECTED',
  'kept-silent': 'UNKNOWN',
  'lost-silent': 'UNKNOWN',
};

const entryOf = (attempt: number, outcome: AttemptEntry['outcome']): AttemptEntry => ({
  attempt,
  outcome,
  facts: noFacts('relay'),
  reasonClass: null,
  reply: null,
  claimedAt: null,
  committingAt: null,
  bootId: null,
  worker: 'test',
  envelope: null,
  bytes: null,
});
