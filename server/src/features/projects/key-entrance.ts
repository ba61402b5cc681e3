import { callOnce, type Database, isConnectionUnavailable } from '#platform/db';
import type { AddressLimit, KeyKind } from '#platform/identity';
import { Leases, type Rate } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { type ApiKeyRow, keyFinder } from './find-keys.ts';
import { JoinedCalls } from './joined-calls.ts';
import { LeasingCall } from './leasing-call.ts';

const { max: maxRequests, windowSeconds } = limits.requestsPerCaller;

export interface EnteredKey {
  readonly row: ApiKeyRow;
  /** Null when the shared counter is unavailable (D-132), or the address has used up its own limit. */
  readonly rate: Rate | null;
  readonly addressRate: Rate | null;
}

interface LeasedRow extends ApiKeyRow {
  used: number | null;
  reset_seconds: number | null;
  address_used?: number | null;
  address_reset_seconds?: number | null;
}

type EnterWithKey = (hash: string, kind: KeyKind, from: AddressLimit | null) => Promise<EnteredKey | null>;

/**
 * Looks up the key of a request and counts the request, for its project and, with a limit by address, for its address. Both are
 * counted ahead (`Leases`): while something is left, the look-up alone is needed. `from`: null without a limit by address.
 */
export function keyEntrance(database: Database): EnterWithKey {
  const leases = new Leases();
  const find = keyFinder(database);
  const calls = new JoinedCalls<void, EnteredKey[]>();

  /** The look-up is all that is needed. */
  const isCounted = (hash: string, from: AddressLimit | null): boolean => {
    if (from && leases.isOver(addressKey(from), from.limit)) return true;
    return leases.left(hash) > 0 && (from === null || leases.left(addressKey(from)) > 0);
  };

  /** One key has one call at a time: many requests with the same key wait for each other's count, and do not block other keys. */
  const lease = (hash: string, kind: KeyKind, from: AddressLimit | null): Promise<EnteredKey[]> =>
    calls.join(`${hash} ${from?.address ?? ''}`, undefined, async (close) => {
      const ofProject = new LeasingCall(leases, hash);
      const ofAddress = from && new LeasingCall(leases, addressKey(from));
      let waiting = 0;
      const args = (): (string | number)[] => {
        waiting = close().length;
        const counted = [hash, kind, maxRequests, windowSeconds, ofProject.ask(waiting)];
        return from && ofAddress ? [...counted, from.address, from.limit, ofAddress.ask(waiting)] : counted;
      };
      const name = from ? 'lease_with_public_key' : 'lease_with_key';
      const options = { owner: hash, isForgettable: true };
      try {
        const [row] = await callOnce<LeasedRow>(database, 'postrider_app', name, args, options);
        if (!row) return [];
        ofProject.answer(row.used, row.reset_seconds);
        ofAddress?.answer(row.address_used, row.address_reset_seconds);
        // Why here: a request that comes now finds only what those that waited have left.
        return Array.from({ length: waiting }, () => ({ row, ...takeBoth(ofProject, ofAddress, from) }));
      } finally {
        ofProject.end();
        ofAddress?.end();
      }
    });

  return async (hash, kind, from) => {
    if (isCounted(hash, from)) {
      // Why before the look-up: another request would take the same ones during the wait.
      const rates = takeBoth(leases.of(hash), from && leases.of(addressKey(from)), from);
      const row = await find(hash, kind);
      return row && { row, ...rates };
    }
    try {
      const entered = await lease(hash, kind, from);
      return entered.shift() ?? null;
    } catch (error) {
      if (isConnectionUnavailable(error)) throw error; // no connection: a second query would wait as long
      const row = await find(hash, kind);
      return row && { row, rate: null, addressRate: null };
    }
  };
}

interface Countable {
  take(): Rate | null;
}

/** What an address has too much is not counted for the project. */
function takeBoth(
  ofProject: Countable | null,
  ofAddress: Countable | null,
  from: AddressLimit | null,
): Pick<EnteredKey, 'rate' | 'addressRate'> {
  const addressRate = ofAddress?.take() ?? null;
  const isRefused = from !== null && addressRate !== null && addressRate.used > from.limit;
  return { addressRate, rate: isRefused ? null : (ofProject?.take() ?? null) };
}

const addressKey = ({ address }: AddressLimit): string => `address ${address}`;
