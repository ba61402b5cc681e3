import type { Config } from '#platform/config';
import { urlProblem } from '#platform/outgoing-calls';
import { Invalid } from '#platform/refusals';

/** A URL that would never be called is refused when it is stored. Which addresses its name has is checked by each call. */
export function checkUrl(config: Config, url: string): void {
  const message = urlProblem(config, url);
  if (message !== null) throw Invalid([{ field: 'url', code: 'custom', message }]);
}
