interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What the contract holds and the list of the specification suite does not, and what the list names twice. */
export function compareEndpoints(document: Document, listed: readonly string[]): string[] {
  const known = new Set(listed);
  const built = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const strays = built.filter((name) => !known.has(name)).map((name) => `e2e/spec/endpoints.ts lacks ${name}`);
  const doubles = listed.filter((name, place) => listed.indexOf(name) !== place);
  return [...strays, ...doubles.map((name) => `e2e/spec/endpoints.ts names ${name} twice`)];
}
