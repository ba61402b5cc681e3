import type { Config } from '#platform/config';
import { findLinks } from '#pure/mail-links';
import { recipientPaths } from './recipient-urls.ts';

/** The addresses in a body that are tracked, in order, with repetitions. */
export const trackedUrls = (config: Pick<Config, 'BASE_URL'>, html: string): string[] =>
  findLinks(html)
    .map(({ url }) => url)
    .filter((url) => !isOwnPage(config, url));

/** A recipient's page, or a link that is tracked already (D-661). */
export const isOwnPage = ({ BASE_URL }: Pick<Config, 'BASE_URL'>, url: string): boolean =>
  url.startsWith(BASE_URL) && ownPaths.some((path) => url.startsWith(path, BASE_URL.length));

const ownPaths = Object.values(recipientPaths);
