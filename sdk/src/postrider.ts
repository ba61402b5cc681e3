import { keyOfKind } from './client/key-kind.ts';
import { type ClientOptions, settingsOf } from './client/settings.ts';
import { ProjectClient } from './project-client.ts';

/** Calls with the secret key of a project, from a server. */
export class Postrider extends ProjectClient {
  constructor(secretKey: string | undefined, options: ClientOptions) {
    const key = keyOfKind('secret', secretKey);
    if ('document' in globalThis) warn();
    super(settingsOf(options, { authorization: `Bearer ${key}` }));
  }
}

function warn(): void {
  // biome-ignore lint/suspicious/noConsole: the developer has to see it
  console.warn(
    'Postrider: a secret key is used in a browser, where every visitor can read it. Use PostriderTracker with pk_….',
  );
}
