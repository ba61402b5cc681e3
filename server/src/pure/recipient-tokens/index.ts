export { type TokenKeys, tokenKeys } from './keys.ts';
export { type LinkPurpose, type RecipientToken, readRecipientToken, signRecipientToken } from './recipient-token.ts';
