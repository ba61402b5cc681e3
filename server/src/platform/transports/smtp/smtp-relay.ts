import { BlockList, isIP } from 'node:net';

/** An SMTP relay as an operator configures it. */
export interface SmtpRelay {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly isImplicitTls: boolean;
  readonly isLoopback: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
  /** Our name in EHLO; null for the machine's name. */
  readonly ehloName: string | null;
  /** Certificates to trust besides the usual ones, as PEM. */
  readonly ca: string | null;
  /** The relay signs for the sender's domain itself. */
  readonly signs: boolean;
  readonly ratePerSecond: number | null;
}

type Options = Partial<Pick<SmtpRelay, 'ehloName' | 'ca' | 'signs' | 'ratePerSecond'>>;

/** Parses `smtp://user:pass@host:port` or `smtps://…`. Throws an error for anything else. */
export function smtpRelay(address: string, options: Options = {}): SmtpRelay {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('a relay is smtp://host:port or smtps://host:port');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isImplicitTls = url.protocol === 'smtps:';
  return {
    host,
    port: Number(url.port) || (isImplicitTls ? 465 : 587),
    isImplicitTls,
    isLoopback: isLoopback(host),
    auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
    ehloName: options.ehloName ?? null,
    ca: options.ca ?? null,
    signs: options.signs ?? false,
    ratePerSecond: options.ratePerSecond ?? null,
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host === 'localhost';
  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
