import type { FastifyRequest } from 'fastify';
import type { ProjectTx } from '#platform/context';
import { sha256 } from '#platform/crypto';
import { CommitUnknown } from '#platform/db';
import { crashPoint } from '#platform/faults';
import type { Claim } from '#platform/idempotency';
import { BadIdempotencyKey, claimKey, KeyReused, readKey, releaseKey, settleKey } from '#platform/idempotency';
import type { ProjectCall } from './calls.ts';
import type { IdempotentCall, Route } from './route.ts';
import { Outdated } from './route.ts';
import type { RawInput } from './validate.ts';

/** The key as sent, or null. Two headers, an empty one or odd characters are refused (D-136). */
export function sentKey(request: FastifyRequest): string | null {
  const values = request.raw.headersDistinct['idempotency-key'];
  if (!values) return null;
  const [key = '', ...more] = values;
  if (more.length > 0 || !/^[\x20-\x7e]{1,255}$/.test(key)) throw BadIdempotencyKey();
  return key;
}

/** Refuses a key that is in use or was used, before the body is read. */
export async function findUse(call: ProjectCall, key: string): Promise<void> {
  const earlier = await call.read((reader) => readKey(reader, spaceOf(call), key));
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
      const inside: IdempotentCall = { ...tx, caller: call.caller, requestId: call.requestId };
      const reply = await route.run(inside as never, { ...input, prepared } as never); // shaped by the route's declaration
      if (claim) await settle(call, tx, claim, reply);
      if (claim) await crashPoint('idempotency.before-commit');
      return reply;
    });
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Outdated) || tries === mostTries) throw error;
        prepared = await prepare(route, call, input);
      }
    }
  } catch (error) {
    // Why: after a lost answer to COMMIT nobody knows; the key then tells the truth by its row or its lease.
    if (claim && !(error instanceof CommitUnknown)) await releaseKey(call, claim);
    throw error;
  }
}

const mostTries = 5;

const prepare = async (route: Route, call: ProjectCall, input: RawInput): Promise<unknown> =>
  route.prepare?.(call as never, input as never); // shaped by the route's declaration

async function claimFor(
  route: Route,
  call: ProjectCall,
  request: FastifyRequest,
  { bodyHash = sha256('') }: RawInput,
): Promise<Claim | null> {
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

async function settle(call: ProjectCall, tx: ProjectTx, claim: Claim, reply: unknown): Promise<void> {
  if (await settleKey(tx, claim, 200, reply)) return;
  const earlier = await readKey(tx, claim.space, claim.key);
  throw earlier ? KeyReused(earlier, showsReply(call)) : new Error('an idempotency key was lost to another owner');
}

const spaceOf = (call: ProjectCall): string =>
  call.caller.kind === 'public' && call.config.IDEMPOTENCY_SEPARATE_PUBLIC_KEYS ? 'public' : '';

const showsReply = (call: ProjectCall): boolean => call.caller.kind !== 'public';
