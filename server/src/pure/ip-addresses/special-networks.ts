import { type IpNetwork, parseNetwork } from './network.ts';

const networks = (...texts: readonly string[]): readonly IpNetwork[] =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (!network) throw new Error(`${text} is not a network`);
    return network;
  });

/**
 * IPv4 networks that are not public: IANA's registry of special purposes, multicast, and one address of a cloud.
 * Why entries that the registry calls globally reachable are in it: they are anycast for one protocol each, no web server has one.
 */
export const specialIpv4 = networks(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by customers of a provider; metadata of Alibaba Cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host below a virtual machine of Azure, reached from inside alone
  '169.254.0.0/16', // link-local; metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels (AMT)
  '192.88.99.0/24', // former relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
);

/** Where public IPv6 addresses are; everything outside of it is reserved, local, a group, or an IPv4 address in another form. */
export const [globalIpv6] = networks('2000::/3') as readonly [IpNetwork]; // one text in, one network out

/**
 * Networks inside of that which are not public.
 * Why 6to4 and Teredo are refused whatever they contain: both carry an IPv4 address that the packet ends at, and neither is in use.
 */
export const specialIpv6 = networks(
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID, AMT, AS112, drones
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

/** NAT64: the last 32 bits are an IPv4 address. On a machine with IPv6 alone, every IPv4 host has such an address. */
export const [nat64] = networks('64:ff9b::/96') as readonly [IpNetwork]; // one text in, one network out
