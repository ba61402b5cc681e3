import { describe, expect, test } from 'vitest';
import { parseNetwork } from '#pure/ip-addresses';
import type { CallRules } from './call-rules.ts';
import { readTarget } from './call-target.ts';

const rules: CallRules = { allowsHttp: false, ports: new Set([80, 443, 8_080, 8_443]), networks: [] };

describe('reading the URL of a call', () => {
  test.each([
    ['https://Example.com', { host: 'example.com', port: 443, hostHeader: 'example.com', path: '/' }],
    [
      'https://example.com.:8443/a?b=c#d',
      { host: 'example.com', port: 8_443, hostHeader: 'example.com:8443', path: '/a?b=c' },
    ],
    ['https://example.com:443/ä b', { hostHeader: 'example.com', path: '/%C3%A4%20b' }],
    ['https://bücher.example/', { host: 'xn--bcher-kva.example', isAddress: false }],
    ['https://example.com:80/', { port: 80, isSecure: true, hostHeader: 'example.com:80' }],
    ['https://[2a00:1450::1]:8080/', { host: '2a00:1450::1', isAddress: true, hostHeader: '[2a00:1450::1]:8080' }],
    ['\thttps://exa\nmple.com/a\r\nb ', { host: 'example.com', path: '/ab' }],
  ])('%j', (url, target) => {
    expect(readTarget(url, rules)).toMatchObject({ kind: 'target', ...target });
  });

  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['１２７.０.０.１', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['①②⑦.0.0.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['0xa9.0xfe.0xa9fe', '169.254.169.254'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
  ])('the host %s is the address %s', (host, address) => {
    expect(readTarget(`https://${host}/`, rules)).toMatchObject({ host: address, isAddress: true });
  });

  test.each([
    ['no URL', 'example.com/hook', 'The URL is not valid.'],
    ['an empty text', '', 'The URL is not valid.'],
    ['a host that is no number of four parts', 'https://1.2.3.4.5/', 'The URL is not valid.'],
    ['a number that is too large', 'https://4294967296/', 'The URL is not valid.'],
    ['a zone', 'https://[fe80::1%eth0]/', 'The URL is not valid.'],
    ['an encoded zone', 'https://[fe80::1%25eth0]/', 'The URL is not valid.'],
    ['plain HTTP', 'http://example.com/', 'The URL must begin with https://.'],
    ['a file', 'file:///etc/passwd', 'The URL must begin with https://.'],
    ['another scheme', 'gopher://example.com/', 'The URL must begin with https://.'],
    ['a user name', 'https://user@example.com/', 'The URL has a user name or a password in it.'],
    ['a password', 'https://:secret@example.com/', 'The URL has a user name or a password in it.'],
    ['a trick with a user name', 'https://example.com:443@127.0.0.1/', 'The URL has a user name or a password in it.'],
    ['another port', 'https://example.com:5432/', 'Port 5432 may not be called.'],
    ['port 0', 'https://example.com:0/', 'Port 0 may not be called.'],
    ['only a dot as host', 'https://./', 'The URL has no valid host.'],
    ['a name of 254 characters', `https://${'a.'.repeat(126)}aa/`, 'The URL has no valid host.'],
    ['2,049 characters', `https://example.com/${'a'.repeat(2_029)}`, 'The URL is longer than 2048 characters.'],
  ])('%s is refused', (_name, url, message) => {
    expect(readTarget(url, rules)).toEqual({ kind: 'failed', reason: 'url', message });
  });

  test('http is read where the operator allows it, and nothing else', () => {
    const withHttp = { ...rules, allowsHttp: true };

    expect(readTarget('http://example.com/', withHttp)).toMatchObject({ isSecure: false, port: 80 });
    expect(readTarget('ftp://example.com/', withHttp)).toMatchObject({ reason: 'url' });
  });

  test('a port that an allowed network opens is read', () => {
    const network = parseNetwork('10.0.0.0/8');
    if (!network) throw new Error('a network');

    expect(readTarget('https://a.example:9000/', { ...rules, networks: [{ network, port: 9_000 }] })).toMatchObject({
      port: 9_000,
    });
    expect(readTarget('https://a.example:9000/', { ...rules, networks: [{ network, port: null }] })).toMatchObject({
      reason: 'url',
    });
  });
});
