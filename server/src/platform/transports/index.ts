export { inboxTransport } from './inbox/inbox-transport.ts';
export { type AttemptFacts, type HandOverOutcome, noFacts } from './outcome.ts';
export { makeRelays, type OpenedRelay, type Relays } from './relays.ts';
export { type SesIdentities, SesIdentityFailed } from './ses/ses-identities.ts';
export { sesTransport } from './ses/ses-transport.ts';
export { smtpRelay } from './smtp/smtp-relay.ts';
export { smtpTransport } from './smtp/smtp-transport.ts';
export type { Envelope, HealthStage, OpenResult, OutgoingMessage, Session, Transport } from './transport.ts';
export { identitiesOf, transportsOf } from './transports-of.ts';
