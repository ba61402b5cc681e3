import { type CallTargetServer, startCallTarget } from '../../../server/testing/call-target.ts';

/** Plays a public address: the operator allows it at the ports of the receivers, and nothing else of this machine. */
export const receiverAddress = '127.0.0.2';

/** Where no call may arrive, although something listens there at the port of the receivers. */
export const insideAddresses = ['127.0.0.1', '127.0.0.3', '::1'] as const;

/** Spellings of addresses inside, as hosts of a URL. */
export const insideHosts = [
  ...['127.0.0.1', '127.0.0.3', '[::1]', '0x7f.1', '2130706433', '0.0.0.0', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]'],
] as const;

export const startInside = (port: number): Promise<CallTargetServer[]> =>
  Promise.all(insideAddresses.map((address) => startCallTarget({ address, port })));
