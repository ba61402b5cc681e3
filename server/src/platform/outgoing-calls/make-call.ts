import type { Dns } from '#platform/dns';
import { limits } from '#pure/limits';
import { type CallOutcome, failed, type OutgoingCall } from './call.ts';
import { type CallRules, mayConnect } from './call-rules.ts';
import { type CallTarget, readTarget } from './call-target.ts';
import { exchange } from './exchange.ts';
import { findAddresses } from './find-addresses.ts';
import { type Destination, openConnection } from './open-connection.ts';

/** A server on this machine that is called in place of the host; its certificate must still be valid for the host's name. */
export interface StandIn {
  readonly port: number;
  readonly ca: string;
}

/** Everything but slots: judges the URL, finds and judges the addresses, connects, sends, reads. */
export async function makeCall(
  rules: CallRules,
  dns: Dns,
  call: OutgoingCall,
  standIn: StandIn | null = null,
): Promise<CallOutcome> {
  const target = readTarget(call.url, rules);
  if (target.kind === 'failed') return target;
  const totalMs = call.totalMs ?? limits.callMilliseconds;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), totalMs);
  try {
    const outcome = await callTarget(rules, dns, { target, call, standIn }, ending.signal);
    const isLate = ending.signal.aborted && outcome.kind === 'failed';
    return isLate ? failed('timeout', `The call was not finished within ${totalMs / 1_000} s.`) : outcome;
  } finally {
    clearTimeout(timer);
  }
}

interface TargetedCall {
  readonly target: CallTarget;
  readonly call: OutgoingCall;
  readonly standIn: StandIn | null;
}

async function callTarget(
  rules: CallRules,
  dns: Dns,
  { target, call, standIn }: TargetedCall,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const found = standIn ? null : await findAddresses(rules, dns, target, signal);
  if (found?.kind === 'failed') return found;
  const destination: Destination = standIn
    ? { ...standIn, addresses: ['127.0.0.1'], mayUse: () => true }
    : {
        addresses: found?.addresses ?? [],
        port: target.port,
        mayUse: (address) => mayConnect(rules, address, target.port),
      };
  const connected = await openConnection(target, destination, signal);
  if (connected.kind === 'failed') return connected;
  try {
    return await exchange(connected.socket, target, call, signal);
  } finally {
    connected.socket.destroy();
  }
}
