/** What the pages read of an OpenAPI 3.1 document. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly 'x-error-codes': readonly ErrorCode[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}

interface ErrorCode {
  readonly status: number;
  readonly code: string;
  readonly when: string;
}

export interface Example {
  readonly summary?: string;
  readonly value: { readonly error?: unknown };
}

export interface Operation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly 'x-auth': Access;
  readonly 'x-role'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly 'x-body-limit-bytes'?: number;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

type Access = 'none' | 'public' | 'secret' | 'session';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, Media>>;

export interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

/** An operation with its place in the document. */
export interface PlacedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

export const operationsOf = ({ paths }: ApiDocument): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/** The last part of a reference: `#/components/schemas/Contact` is `Contact`. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
