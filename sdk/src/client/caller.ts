import { List } from './list.ts';
import type { Body, Item, Operation, Path, Query, Reply } from './operations.ts';
import { type Outcome, repeat } from './repeat.ts';
import { type RequestInput, requestOf, sendRequest } from './send-request.ts';
import type { CallOptions, KeyedOptions, Settings } from './settings.ts';

export interface Input<O extends Operation> {
  readonly path?: Path<O>;
  readonly query?: Query<O> | undefined;
  readonly body?: Body<O> | FormData | undefined;
}

/** Why an interface: compilers and editors show its name instead of the whole shape. */
export interface PendingReply<O extends Operation> extends Promise<Reply<O>> {}
export interface PendingList<O extends Operation> extends List<Reply<O>, Item<O>> {}

/** What the resources are made of: one call for every operation, typed by the contract. */
export interface Caller {
  call<O extends Operation>(operation: O, input?: Input<O>, options?: CallOptions): PendingReply<O>;
  list<O extends Operation>(operation: O, input?: Input<O>, options?: CallOptions): PendingList<O>;
  /** A write that the API accepts once for each idempotency key. */
  keyed<O extends Operation>(operation: O, input: Input<O>, options?: KeyedOptions): Promise<Outcome>;
}

export function callerOf(settings: Settings): Caller {
  const run = (operation: string, input: object, options: CallOptions, key?: string): Promise<Outcome> => {
    const request = requestOf(settings, operation, input as RequestInput); // the input of one operation or another
    const headers = key === undefined ? request.headers : { ...request.headers, 'idempotency-key': key };
    const { signal, maxRetries = settings.maxRetries } = options;
    return repeat(settings, { operation, idempotencyKey: key, maxRetries, signal }, () =>
      sendRequest(settings, { ...request, headers }, options),
    );
  };
  const caller: Caller = {
    async call<O extends Operation>(operation: O, input: Input<O> = {}, options: CallOptions = {}) {
      const { reply } = await run(operation, input, options);
      return reply as Reply<O>; // as openapi.json describes it
    },
    list: (operation, input = {}, options = {}) =>
      new List(
        (query) => caller.call(operation, { ...input, query: query as typeof input.query }, options),
        input.query ?? {},
      ),
    async keyed(operation, input, options = {}) {
      return run(operation, input, options, options.idempotencyKey ?? newKey());
    },
  };
  return caller;
}

/** Why not randomUUID: browsers have it on secure pages only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
