export { maskedAddress } from './masked-address.ts';
export { type Action, type Page, pageReply } from './page.ts';
export { acceptedLanguages, pageTexts } from './page-texts.ts';
export type { Message, PageTexts } from './texts/texts.ts';
