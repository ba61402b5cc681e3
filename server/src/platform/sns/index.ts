export { fetchFromSns } from './fetch-from-sns.ts';
export { snsSigningKey } from './signing-keys.ts';
