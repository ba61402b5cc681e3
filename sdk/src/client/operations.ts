import type { components, operations } from '../schema.ts';

/** An operation of the API, by its method and path: `GET /contacts/{id}`. */
export type Operation = keyof operations;

/** The named shapes of the API: `Schemas['Contact']`. */
export type Schemas = components['schemas'];

type Parameters<O extends Operation> = operations[O]['parameters'];

export type Path<O extends Operation> = Parameters<O> extends { path: infer P } ? P : undefined;

export type Query<O extends Operation> = Parameters<O> extends { query?: infer Q } ? NonNullable<Q> : never;

export type Body<O extends Operation> = operations[O] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : never;

type Replies<O extends Operation> = operations[O]['responses'][keyof operations[O]['responses']];

type Content<R> = R extends { content: infer C }
  ? C extends { 'application/json': infer Json }
    ? Json
    : C extends { 'text/csv': string }
      ? string
      : Blob
  : undefined;

/** `{ success, data }` is opened: callers get `data`. */
type Unwrapped<R> = R extends { success: true; data: infer Data } ? Data : R;

/** What a call resolves with. */
export type Reply<O extends Operation> = Unwrapped<Content<Replies<O>>>;

/** What `for await` over a list gives. */
export type Item<O extends Operation> =
  Reply<O> extends readonly (infer I)[] ? I : Reply<O> extends { data: readonly (infer I)[] } ? I : never;
