export { asciiDomain } from './ascii-domain.ts';
export { networkOf } from './network.ts';
export { domainOf, normaliseAddress, parseAddress } from './parse-address.ts';
