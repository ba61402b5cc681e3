interface Media {
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly examples?: object;
}

interface Reply {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly tags?: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Reply>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Reply>> };
}

/** Bodies and replies of the contract without an example, and operations that belong to no group. */
export function checkDocument({ paths, components }: Document): string[] {
  const ofOperations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { tags = [], requestBody, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return [
        ...(tags.length === 1 ? [] : [`${name} belongs to no group`]),
        ...without(`${name}, body`, requestBody?.content ?? {}),
        ...Object.entries(responses).flatMap(([status, reply]) => without(`${name}, ${status}`, reply.content ?? {})),
      ];
    }),
  );
  const shared = Object.entries(components.responses).flatMap(([name, reply]) => without(name, reply.content ?? {}));
  return [...ofOperations, ...shared];
}

const without = (place: string, content: Readonly<Record<string, Media>>): string[] =>
  Object.entries(content)
    .filter(([, { example, examples = {} }]) => example === undefined && Object.keys(examples).length === 0)
    .map(([type]) => `openapi.json: ${place}, ${type} has no example`);
