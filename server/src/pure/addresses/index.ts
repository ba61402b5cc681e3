export { asciiDomain } from './ascii-domain.ts';
export type { ParsedAddress } from './parse-address.ts';
export { domainOf, normaliseAddress, parseAddress } from './parse-address.ts';
