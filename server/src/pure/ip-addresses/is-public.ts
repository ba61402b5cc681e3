import { type Ip, ipv4In, parseIp } from './ip.ts';
import { isInNetwork } from './network.ts';
import { globalIpv6, nat64, specialIpv4, specialIpv6 } from './special-networks.ts';

/** Whether a text is the address of one host on the public internet. False for a text that is no address. */
export function isPublicAddress(text: string): boolean {
  const ip = parseIp(text);
  return ip !== null && isPublicIp(ip);
}

function isPublicIp(ip: Ip): boolean {
  if (ip.version === 4) return !specialIpv4.some((network) => isInNetwork(ip, network));
  if (isInNetwork(ip, nat64)) return isPublicIp(ipv4In(ip.value));
  if (!isInNetwork(ip, globalIpv6) || specialIpv6.some((network) => isInNetwork(ip, network))) return false;
  return !isIsatap(ip) || isPublicIp(ipv4In(ip.value));
}

/** ISATAP puts an IPv4 address behind this mark, in any network. */
const isIsatap = ({ value }: Ip): boolean => ((value >> 32n) & 0xfdff_ffffn) === 0x5efen;
