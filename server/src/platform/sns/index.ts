export { askSns } from './ask-sns.ts';
export { snsSigningKey } from './signing-keys.ts';
