export { type TokenKeys, tokenKeys } from './keys.ts';
export { type Purpose, type RecipientToken, readRecipientToken, signRecipientToken } from './recipient-token.ts';
