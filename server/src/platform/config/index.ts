export type { AllowedNetwork } from './allowed-networks.ts';
export { commandKey } from './command-key.ts';
export { listenUrlOf, sessionUrlOf } from './database-urls.ts';
export { type Config, ConfigError, loadConfig } from './load.ts';
export type { RelaySetting } from './mail-relays.ts';
export type { OAuthProvider } from './oauth-providers.ts';
export { givenPart, partVariable } from './process-part.ts';
export { submissionAddress, submissionCertificate } from './submission-settings.ts';
