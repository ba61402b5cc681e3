import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import { hasTemplateLanguage } from '#pure/templating';
import type { ConfigProblem } from './config-draft.ts';

type UrlProblem = Pick<ConfigProblem, 'code' | 'message'>;

const hostAndPort = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;

/**
 * What is wrong with the address of a WEBHOOK, or null. Scheme, host and port are literal, so that contact data, which
 * visitors write with the public key, cannot choose the target.
 */
export function webhookUrlProblem(url: string, { allowsHttp }: { allowsHttp: boolean }): UrlProblem | null {
  const scheme = url.startsWith('https://') ? 'https://' : 'http://';
  if (!url.startsWith(scheme)) return { code: 'invalid_string', message: 'An address begins with https://.' };
  if (scheme === 'http://' && !allowsHttp) return { code: 'custom', message: 'An address begins with https://.' };

  const authority = authorityOf(url.slice(scheme.length));
  if (authority.includes('{')) {
    return {
      code: 'custom',
      message: 'Host and port contain no template language: tags stand in path and query only.',
    };
  }
  if (!hostAndPort.test(authority) || !URL.canParse(scheme + authority)) {
    return { code: 'invalid_string', message: 'An address has a host, and nothing but a port beside it.' };
  }
  if (!hasTemplateLanguage(url) && isLongerThan(url, limits.callUrlCharacters)) {
    return { code: 'too_big', message: `An address has at most ${limits.callUrlCharacters} characters.` };
  }
  return null;
}

/** Everything before path, query and fragment. A backslash is not an end: the pattern refuses it. */
function authorityOf(rest: string): string {
  const end = /[/?#]/.exec(rest)?.index ?? rest.length;
  return rest.slice(0, end);
}
