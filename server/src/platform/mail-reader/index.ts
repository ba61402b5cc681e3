export { type MailReader, makeMailReader } from './mail-reader.ts';
