import { isIP } from 'node:net';
import { limits } from '#pure/limits';
import { type CallFailure, failed } from './call.ts';
import { type CallRules, mayUsePort } from './call-rules.ts';

/** Where a URL leads, before any name is looked up. */
export interface CallTarget {
  readonly kind: 'target';
  readonly isSecure: boolean;
  /** A name without a final dot, or an address without brackets. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
  /** The value of the `Host` header. */
  readonly hostHeader: string;
  readonly path: string;
}

const maxNameCharacters = 253;

/**
 * Reads a URL. The parser is the one of browsers, so an address in any notation (`0x7f.1`, `2130706433`, full-width digits) is an
 * address from here on, and is judged as one.
 */
export function readTarget(text: string, rules: CallRules): CallTarget | CallFailure {
  if (text.length > limits.callUrlCharacters) {
    return failed('url', `The URL is longer than ${limits.callUrlCharacters} characters.`);
  }
  const url = URL.parse(text);
  if (!url) return failed('url', 'The URL is not valid.');
  const isSecure = url.protocol === 'https:';
  if (!isSecure && !(url.protocol === 'http:' && rules.allowsHttp)) {
    return failed(
      'url',
      rules.allowsHttp ? 'The URL must begin with https:// or http://.' : 'The URL must begin with https://.',
    );
  }
  if (url.username !== '' || url.password !== '') return failed('url', 'The URL has a user name or a password in it.');
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (!mayUsePort(rules, port)) return failed('url', `Port ${port} may not be called.`);

  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (host === '' || host.length > maxNameCharacters) return failed('url', 'The URL has no valid host.');
  const isAddress = isIP(host) !== 0;
  const shownHost = isIP(host) === 6 ? `[${host}]` : host;
  const hostHeader = url.port === '' ? shownHost : `${shownHost}:${port}`;
  return { kind: 'target', isSecure, host, isAddress, port, hostHeader, path: `${url.pathname}${url.search}` };
}
