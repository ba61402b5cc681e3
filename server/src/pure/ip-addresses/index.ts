export { parseIp } from './ip.ts';
export { isPublicAddress } from './is-public.ts';
export { type IpNetwork, isInNetwork, parseNetwork } from './network.ts';
export { reverseNameOf } from './reverse-name.ts';
