export type { AllowedNetwork } from './allowed-networks.ts';
export { type Config, ConfigError, loadConfig } from './load.ts';
export type { RelaySetting } from './mail-relays.ts';
export type { OAuthProvider } from './oauth-providers.ts';
