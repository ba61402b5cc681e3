import { type Caller, callerOf } from './client/caller.ts';
import { keyOfKind } from './client/key-kind.ts';
import type { Body, Reply } from './client/operations.ts';
import { type ClientOptions, type KeyedOptions, settingsOf } from './client/settings.ts';

/** After a lost reply the API tells a public key only that the event had arrived. */
export type TrackReply =
  | (Reply<'POST /v1/track'> & { readonly alreadyAccepted: false })
  | { readonly alreadyAccepted: true };

/** Records events with the public key of a project, also from a web page. It can do nothing else. */
export class PostriderTracker {
  readonly #caller: Caller;

  constructor(publicKey: string | undefined, options: ClientOptions) {
    const key = keyOfKind('public', publicKey);
    this.#caller = callerOf(settingsOf(options, { authorization: `Bearer ${key}` }));
  }

  /** Records an event of a contact, who is created or updated. */
  async track(body: Body<'POST /v1/track'>, options?: KeyedOptions): Promise<TrackReply> {
    const { reply, wasAccepted } = await this.#caller.keyed('POST /v1/track', { body }, options);
    if (wasAccepted) return { alreadyAccepted: true };
    return { ...(reply as Reply<'POST /v1/track'>), alreadyAccepted: false }; // as openapi.json describes it
  }
}
