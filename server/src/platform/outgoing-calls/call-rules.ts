import type { AllowedNetwork, Config } from '#platform/config';
import { isInNetwork, isPublicAddress, parseIp } from '#pure/ip-addresses';

/** Which addresses and ports may be connected to. */
export interface ConnectionRules {
  readonly ports: ReadonlySet<number>;
  readonly networks: readonly AllowedNetwork[];
}

/** Where calls may go. */
export interface CallRules extends ConnectionRules {
  readonly allowsHttp: boolean;
}

const usualPorts: ReadonlySet<number> = new Set([80, 443, 8_080, 8_443]);

export const rulesOf = (config: Config): CallRules => ({
  allowsHttp: config.WEBHOOK_ALLOW_HTTP,
  ports: usualPorts,
  networks: config.WEBHOOK_ALLOWED_NETWORKS,
});

/** Whether a connection to this address and port may be made: a public one, or one that the operator allowed. */
export function mayConnect({ ports, networks }: ConnectionRules, address: string, port: number): boolean {
  if (ports.has(port) && isPublicAddress(address)) return true;
  const ip = parseIp(address);
  if (!ip) return false;
  return networks.some((allowed) => {
    const opensPort = allowed.port === null ? ports.has(port) : allowed.port === port;
    return opensPort && isInNetwork(ip, allowed.network);
  });
}

/** Whether any address could be called at this port. */
export const mayUsePort = ({ ports, networks }: ConnectionRules, port: number): boolean =>
  ports.has(port) || networks.some((allowed) => allowed.port === port);
