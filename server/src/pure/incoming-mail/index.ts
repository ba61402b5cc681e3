export { type IncomingMail, readMail } from './read-mail.ts';
