interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Endpoints of the contract that the list of the specification suite lacks, and those that it names twice. */
export function compareEndpoints(document: Document, listed: readonly string[]): string[] {
  const known = new Set(listed);
  const built = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const unlisted = built.filter((name) => !known.has(name)).map((name) => `e2e/spec/endpoints.ts lacks ${name}`);
  const duplicates = listed.filter((name, index) => listed.indexOf(name) !== index);
  return [...unlisted, ...duplicates.map((name) => `e2e/spec/endpoints.ts names ${name} twice`)];
}
