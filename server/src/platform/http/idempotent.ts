import type { FastifyRequest } from 'fastify';
import { type ProjectTx, ResultAfterCommit } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { CommitUnknown, sendNow } from '#platform/db';
import { crashPoint } from '#platform/faults';
import {
  BadIdempotencyKey,
  claimKey,
  findKeyUse,
  type KeyClaim,
  KeyReused,
  releaseKey,
  settleKey,
} from '#platform/idempotency';
import type { ProjectCall } from '#platform/identity';
import { limits } from '#pure/limits';
import { type IdempotentCall, PreparationOutdated, type Route } from './route.ts';
import type { RawInput } from './validate.ts';

const isKey = (text: string): boolean => text.length <= limits.idempotencyKeyCharacters && /^[\x20-\x7e]+$/.test(text);

/** The key as sent, or null. Two headers, an empty one or odd characters are refused (D-136). */
export function sentKey(request: FastifyRequest): string | null {
  const values = request.raw.headersDistinct['idempotency-key'];
  if (!values) return null;
  const [key = '', ...more] = values;
  if (more.length > 0 || !isKey(key)) throw BadIdempotencyKey();
  return key;
}

/** Refuses a key that is in use or was used, before the body is read. */
export async function refuseUsedKey(call: ProjectCall, key: string): Promise<void> {
  const earlier = await call.read((reader) => findKeyUse(reader, spaceOf(call), key));
  if (earlier) throw KeyReused(earlier, showsReply(call));
}

/** Runs the route inside one transaction that also settles the key: effect and key commit together or not at all. */
export async function runIdempotent(
  route: Route,
  call: ProjectCall,
  request: FastifyRequest,
  input: RawInput,
): Promise<unknown> {
  let prepared = await prepare(route, call, input);
  const claim = await claimFor(route, call, request, input);
  const attempt = (): Promise<unknown> =>
    call.transaction(async (tx) => {
      // Why not a copy: `now` of a transaction is known only after its first statement.
      const inside: IdempotentCall = Object.assign(Object.create(tx), {
        caller: call.caller,
        requestId: call.requestId,
      });
      const reply = await route.run(inside as never, { ...input, prepared } as never); // shaped by the route's declaration
      if (!claim) return reply;
      const stored = await completed(tx, reply);
      await settle(call, tx, claim, stored);
      await crashPoint('idempotency.before-commit');
      return stored;
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

/** The reply as it is stored with the key, so before the commit. */
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
  request: FastifyRequest,
  { bodyHash = sha256('') }: RawInput,
): Promise<KeyClaim | null> {
  const key = sentKey(request);
  if (key === null) return null;
  const claimed = await claimKey(call, {
    space: spaceOf(call),
    key,
    method: route.method,
    path: route.path,
    requestHash: bodyHash,
    ttlHours: call.config.IDEMPOTENCY_TTL_HOURS,
  });
  if (!('fence' in claimed)) throw KeyReused(claimed, showsReply(call));
  await crashPoint('idempotency.after-claim');
  return claimed;
}

async function settle(call: ProjectCall, tx: ProjectTx, claim: KeyClaim, reply: unknown): Promise<void> {
  if (await settleKey(tx, claim, 200, reply)) return;
  const earlier = await findKeyUse(tx, claim.space, claim.key);
  throw earlier ? KeyReused(earlier, showsReply(call)) : new Error('an idempotency key was lost to another owner');
}

const spaceOf = (call: ProjectCall): string =>
  call.caller.kind === 'public' && call.config.IDEMPOTENCY_SEPARATE_PUBLIC_KEYS ? 'public' : '';

const showsReply = (call: ProjectCall): boolean => call.caller.kind !== 'public';
