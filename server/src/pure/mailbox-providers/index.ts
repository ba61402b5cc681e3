export { mailboxProvider, providerDomains } from './mailbox-provider.ts';
