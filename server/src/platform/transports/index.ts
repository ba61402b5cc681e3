export { type Capture, inboxTransport } from './inbox/inbox-transport.ts';
export { type AttemptFacts, type EarlyOutcome, type HandOverOutcome, noFacts, type Obstacle } from './outcome.ts';
export { makeRelays, type Opened, type Relays } from './relays.ts';
export { type SesIdentities, type SesIdentity, SesIdentityFailed } from './ses/ses-identities.ts';
export type { SesRelay } from './ses/ses-relay.ts';
export { sesTransport } from './ses/ses-transport.ts';
export { type SmtpRelay, smtpRelay } from './smtp/smtp-relay.ts';
export { type SmtpOptions, smtpTransport } from './smtp/smtp-transport.ts';
export type {
  Consignment,
  Envelope,
  Health,
  HealthStage,
  Opening,
  Released,
  Session,
  Tags,
  Transport,
} from './transport.ts';
export { identitiesOf, transportsOf } from './transports-of.ts';
