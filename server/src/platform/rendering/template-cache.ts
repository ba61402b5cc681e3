import { Cache } from '#pure/cache';
import { type CompiledTemplate, compile } from '#pure/templating';

/** Compiled texts of this thread by their source; limited in number and in characters. */
const cache = new Cache<string, CompiledTemplate>({
  maxEntries: 200,
  weight: { max: 8 * 1024 * 1024, of: (source) => source.length },
});

/** The compiled text; compiled once as long as it is in this thread's cache. */
export function templateOf(source: string): CompiledTemplate {
  const known = cache.get(source);
  if (known) return known;
  const template = compile(source);
  cache.set(source, template);
  return template;
}
