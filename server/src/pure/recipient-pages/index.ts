export { maskedAddress } from './masked-address.ts';
export { type PageAction, pageReply, type RecipientPage } from './page.ts';
export { acceptedLanguages, type PageMessage, type PageTexts, pageTexts } from './page-texts.ts';
