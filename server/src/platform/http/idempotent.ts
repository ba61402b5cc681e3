import type { FastifyRequest } from 'fastify';
import { type ProjectReader, type ProjectTx, ResultAfterCommit } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { CommitUnknown, sendNow } from '#platform/db';
import { crashPoint } from '#platform/faults';
import {
  BadIdempotencyKey,
  claimKey,
  type EarlierKeyUse,
  findKeyUse,
  type KeyClaim,
  KeyReused,
  releaseKey,
  settleKey,
} from '#platform/idempotency';
import type { ProjectCall } from '#platform/identity';
import type { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { type IdempotentCall, type KeptReply, PreparationOutdated, type Route } from './route.ts';
import type { RawInput } from './validate.ts';

const isKey = (text: string): boolean => text.length <= limits.idempotencyKeyCharacters && /^[\x20-\x7e]+$/.test(text);

/** The key as sent, or null. Two headers, an empty one or odd characters are refused (D-136). */
export function sentKey(request: FastifyRequest): string | null {
  const values = request.raw.headersDistinct['idempotency-key'];
  if (!values) return null;
  const [key = '', ...more] = values;
  if (more.length > 0) throw BadIdempotencyKey();
  return checkedKey(key);
}

export function checkedKey(key: string): string {
  if (!isKey(key)) throw BadIdempotencyKey();
  return key;
}

/** Refuses a key that is in use or was used, before the body is read. */
export async function refuseUsedKey(call: ProjectCall, key: string, kept: KeptReplies): Promise<void> {
  await call.read(async (reader) => {
    const earlier = await findKeyUse(reader, spaceOf(call), key);
    if (earlier) throw await keyReused(call, reader, earlier, kept);
  });
}

/** By method and path, as `EarlierKeyUse` has them. */
export type KeptReplies = ReadonlyMap<string, KeptReply>;

export const keptRepliesOf = (routes: readonly Route[]): KeptReplies =>
  new Map(routes.flatMap(({ method, path, keptReply }) => (keptReply ? [[`${method} ${path}`, keptReply]] : [])));

async function keyReused(
  call: ProjectCall,
  reader: ProjectReader,
  earlier: EarlierKeyUse,
  kept: KeptReplies,
): Promise<Refusal> {
  const rule = kept.get(earlier.request);
  if (!rule || !showsReply(call) || earlier.statusCode === null) return KeyReused(earlier, showsReply(call));
  const reply = await rule.show(reader, earlier.reply as never); // kept by the same rule
  return KeyReused({ ...earlier, reply }, true);
}

/** Runs the route inside one transaction that also settles the key: effect and key commit together or not at all. */
export async function runIdempotent(
  route: Route,
  call: ProjectCall,
  key: string | null,
  input: RawInput,
  kept: KeptReplies,
): Promise<unknown> {
  let prepared = await prepare(route, call, input);
  const claim = key === null ? null : await claimFor(route, call, key, input, kept);
  const attempt = (): Promise<unknown> =>
    call.transaction(async (tx) => {
      // Why not a copy: `now` of a transaction is known only after its first statement.
      const inside: IdempotentCall = Object.assign(Object.create(tx), {
        caller: call.caller,
        requestId: call.requestId,
      });
      const reply = await route.run(inside as never, { ...input, prepared } as never); // shaped by the route's declaration
      if (!claim) return reply;
      const whole = await completed(tx, reply);
      const stored = route.keptReply ? route.keptReply.keep(whole as never) : whole; // the rule of this route
      await settle(call, tx, claim, stored, kept);
      await crashPoint('idempotency.before-commit');
      return whole;
    });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof PreparationOutdated) || tries === maxTries) throw error;
        prepared = await prepare(route, call, input);
      }
    }
  } catch (error) {
    // Why: after a lost reply to COMMIT the outcome is unknown; the key's row or the end of its lease shows it later.
    if (claim && !(error instanceof CommitUnknown)) await releaseKey(call, claim);
    throw error;
  }
}

const maxTries = 5;

/** The whole reply, before the commit. */
async function completed(tx: ProjectTx, reply: unknown): Promise<unknown> {
  if (!(reply instanceof ResultAfterCommit)) return reply;
  await sendNow(tx.db);
  return reply.make();
}

const prepare = async (route: Route, call: ProjectCall, input: RawInput): Promise<unknown> =>
  route.prepare?.(call as never, input as never); // shaped by the route's declaration

async function claimFor(
  route: Route,
  call: ProjectCall,
  key: string,
  { bodyHash = sha256('') }: RawInput,
  kept: KeptReplies,
): Promise<KeyClaim> {
  const claimed = await claimKey(call, {
    space: spaceOf(call),
    key,
    method: route.method,
    path: route.path,
    requestHash: bodyHash,
    ttlHours: call.config.IDEMPOTENCY_TTL_HOURS,
  });
  if (!('fence' in claimed)) throw await call.read((reader) => keyReused(call, reader, claimed, kept));
  await crashPoint('idempotency.after-claim');
  return claimed;
}

async function settle(
  call: ProjectCall,
  tx: ProjectTx,
  claim: KeyClaim,
  reply: unknown,
  kept: KeptReplies,
): Promise<void> {
  if (await settleKey(tx, claim, 200, reply)) return;
  const earlier = await findKeyUse(tx, claim.space, claim.key);
  throw earlier ? await keyReused(call, tx, earlier, kept) : new Error('an idempotency key was lost to another owner');
}

const spaceOf = (call: ProjectCall): string =>
  call.caller.kind === 'public' && call.config.IDEMPOTENCY_SEPARATE_PUBLIC_KEYS ? 'public' : '';

const showsReply = (call: ProjectCall): boolean => call.caller.kind !== 'public';
