import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { domainOf, normaliseAddress, parseAddress } from './parse-address.ts';

const local64 = 'l'.repeat(64);
const label63 = 'd'.repeat(63);

const accepted: [name: string, input: string, address: string][] = [
  ['a plain address', 'ada@example.com', 'ada@example.com'],
  ['capitals', 'Ada.Lovelace@Example.COM', 'ada.lovelace@example.com'],
  ['surrounding white space', '  ada@example.com ', 'ada@example.com'],
  ['a line break at the end', 'ada@example.com\r\n', 'ada@example.com'],
  ['a plus tag', 'ada+news@example.com', 'ada+news@example.com'],
  ['an apostrophe', "o'brien@example.com", "o'brien@example.com"],
  ['every special character of a dot-atom', "!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"],
  ['a percent sign as a literal character', 'a%0d@example.com', 'a%0d@example.com'],
  ['one character on each side', 'a@b.c', 'a@b.c'],
  ['many labels', 'a@mail.eu.example.co.uk', 'a@mail.eu.example.co.uk'],
  ['a numeric label below the top', 'a@163.com', 'a@163.com'],
  ['hyphens inside a label', 'a@my--shop-1.example', 'a@my--shop-1.example'],
  ['an international domain', 'ada@Bücher.de', 'ada@xn--bcher-kva.de'],
  ['an international top level', 'ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['ideographic and full-width dots in a domain', 'ada@例え。テスト．jp', 'ada@xn--r8jz45g.xn--zckzah.jp'],
  ['an international domain in ASCII form', 'ada@XN--BCHER-KVA.de', 'ada@xn--bcher-kva.de'],
  ['sharp s, kept apart from ss', 'ada@faß.de', 'ada@xn--fa-hia.de'],
  ['full-width letters in a domain', 'ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['capital I, in every locale', 'INFO@ISTANBUL.EXAMPLE', 'info@istanbul.example'],
  ['64 characters before the @', `${local64}@example.com`, `${local64}@example.com`],
  ['63 characters in a label', `a@${label63}.com`, `a@${label63}.com`],
];

const refused: [name: string, input: string][] = [
  ['nothing', ''],
  ['white space', '   '],
  ['no @', 'ada.example.com'],
  ['only an @', '@'],
  ['nothing before the @', '@example.com'],
  ['nothing after the @', 'ada@'],
  ['two @', 'a@b@example.com'],
  ['two @ in a row', 'a@@example.com'],
  ['a list with a comma', 'a@b,c@d'],
  ['a list with a comma and full domains', 'a@b.com,c@d.com'],
  ['a comma in the domain', 'a@b.com,d.com'],
  ['a list with a semicolon', 'a@b.com;c@d.com'],
  ['a group', 'Friends: a@b.com;'],
  ['a group without members', 'undisclosed-recipients:;'],
  ['a display name', 'Ada <ada@example.com>'],
  ['angle brackets', '<ada@example.com>'],
  ['a source route', '@relay.example:ada@example.com'],
  ['a mailto link', 'mailto:ada@example.com'],
  ['a quoted local part', '"ada"@example.com'],
  ['a quoted space', '"ada lovelace"@example.com'],
  ['a quoted @', '"a@b"@example.com'],
  ['a backslash', 'a\\b@example.com'],
  ['a comment before', '(comment)ada@example.com'],
  ['a comment after the local part', 'ada(comment)@example.com'],
  ['a comment in the domain', 'ada@(comment)example.com'],
  ['a comment at the end', 'ada@example.com (Ada)'],
  ['a leading dot', '.ada@example.com'],
  ['a trailing dot before the @', 'ada.@example.com'],
  ['two dots before the @', 'ada..l@example.com'],
  ['a leading dot in the domain', 'ada@.example.com'],
  ['two dots in the domain', 'ada@example..com'],
  ['a trailing dot in the domain', 'ada@example.com.'],
  ['a trailing ideographic dot', 'ada@example.com。'],
  ['a full-width dot before the @', 'ada．l@example.com'],
  ['a full-width @', 'ada＠example.com'],
  ['one label', 'ada@localhost'],
  ['a space before the @', 'ada l@example.com'],
  ['a space in the domain', 'ada@exam ple.com'],
  ['a no-break space in the domain', 'ada@exam\u00a0ple.com'],
  ['a line break before the @', 'ada\r\nBcc: x@example.com'],
  ['a line break in the domain', 'ada@example\n.com'],
  ['a bare CR', 'ada\r@example.com'],
  ['NUL', 'ada\u0000@example.com'],
  ['NUL at the end', 'ada@example.com\u0000'],
  ['a tab in the domain', 'ada@exa\tmple.com'],
  ['DEL', 'ada\u007f@example.com'],
  ['a C1 control', 'ada@exam\u0085ple.com'],
  ['a line separator', 'ada@exam\u2028ple.com'],
  ['a percent-encoded line break in the domain', 'ada@example%0d%0a.com'],
  ['a percent-encoded dot in the domain', 'ada@example%2ecom'],
  ['a full-width percent sign in the domain', 'ada@example％2ecom.de'],
  ['a port', 'ada@example.com:25'],
  ['a path', 'ada@example.com/x'],
  ['a backslash path', 'ada@example.com\\x.com'],
  ['a query', 'ada@example.com?x=1'],
  ['a fragment', 'ada@example.com#x'],
  ['a character that unfolds to a slash', 'ada@℀.com'],
  ['an IPv4 literal', 'ada@[127.0.0.1]'],
  ['an IPv6 literal', 'ada@[IPv6:::1]'],
  ['a bare IPv4 address', 'ada@127.0.0.1'],
  ['a short IPv4 number', 'ada@127.1'],
  ['a hexadecimal IPv4 number', 'ada@0x7f.1'],
  ['a hexadecimal top level', 'ada@example.0x7f'],
  ['full-width digits that make an IPv4 number', 'ada@１２７.１'],
  ['a numeric top level', 'ada@example.123'],
  ['a leading hyphen in a label', 'ada@-example.com'],
  ['a trailing hyphen in a label', 'ada@example-.com'],
  ['an underscore in the domain', 'ada@my_shop.com'],
  ['a wildcard', 'ada@*.example.com'],
  ['an exclamation mark in the domain', 'ada@example!.com'],
  ['a local part outside ASCII', 'ädä@example.com'],
  ['a Kelvin sign, which lower-cases to k', '\u212aate@example.com'],
  ['a dotted capital I, which lower-cases to more than i', '\u0130nfo@example.com'],
  ['a Cyrillic look-alike before the @', 'аda@example.com'],
  ['a soft hyphen in the domain', 'ada@exam\u00adple.com'],
  ['a zero-width space in the domain', 'ada@exam\u200bple.com'],
  ['a byte order mark in the domain', 'ada@exam\ufeffple.com'],
  ['a right-to-left override', 'ada@exam\u202eple.com'],
  ['a lone surrogate', 'ada@exam\ud800ple.com'],
  ['65 characters before the @', `${local64}l@example.com`],
  ['64 characters in a label', `a@${label63}d.com`],
  ['an international label too long in ASCII', `a@${'ü'.repeat(63)}.com`],
];

describe('reading an address (D-120)', () => {
  test.each(accepted)('accepts %s', (_name, input, address) => {
    expect(parseAddress(input)).toEqual({ ok: true, address });
    expect(normaliseAddress(input)).toBe(address);
  });

  test.each(refused)('refuses %s', (_name, input) => {
    expect(parseAddress(input)).toEqual({ ok: false, reason: expect.stringMatching(/^[A-Z].+\.$/) });
    expect(normaliseAddress(input)).toBeNull();
  });

  test.each([
    ['a\rb@example.com', 'An email address cannot contain control characters.'],
    ['a@b@example.com', 'An email address has exactly one @.'],
    ['ädä@example.com', 'The part before the @ can only have ASCII characters.'],
    [`${local64}l@example.com`, 'The part before the @ is at most 64 characters.'],
    ['"ada"@example.com', 'The part before the @ is not valid.'],
    ['ada@localhost', 'The part after the @ is not a valid domain.'],
    [`a@${'d.'.repeat(300)}com`, 'An email address is at most 254 characters.'],
  ])('says what is wrong with %j', (input, reason) => {
    expect(parseAddress(input)).toEqual({ ok: false, reason });
  });

  test('accepts 254 characters and refuses 255', () => {
    const domain = `${label63}.${label63}.${'e'.repeat(58)}.com`;
    const longest = `${'a'.repeat(254 - 1 - domain.length)}@${domain}`;

    expect(longest).toHaveLength(254);
    expect(normaliseAddress(longest)).toBe(longest);
    expect(normaliseAddress(`a${longest}`)).toBeNull();
  });

  test('counts the length of an international address on its ASCII form', () => {
    const smileys = '😀'.repeat(55);
    const address = normaliseAddress(`a@${smileys}.${smileys}.${smileys}.com`);

    expect(address?.length).toBeLessThanOrEqual(254);
    expect(normaliseAddress(`${local64}@${smileys}.${smileys}.${smileys}.com`)).toBeNull();
  });

  test('returns the domain of an accepted address', () => {
    expect(domainOf('ada@mail.example.com')).toBe('mail.example.com');
  });

  test('an accepted address parses to itself and follows the strict grammar', () => {
    fc.assert(fc.property(fc.oneof(plausible, noise), isStrict), { numRuns: 20_000, examples: examples() });
  });

  test('a megabyte of anything is refused without delay', () => {
    const size = 1_000_000;
    const inputs = ['a', '.', '@', 'a.', ' ', 'ü', '\u200d', '"', 'a@b.'].map((part) => part.repeat(size));

    const refuseAll = (): void => {
      for (const input of [...inputs, ...inputs.map((text) => `a@${text}.com`)])
        expect(parseAddress(input).ok).toBe(false);
    };

    expect(processorMs(refuseAll)).toBeLessThan(2_000);
  });
});

const strict = /^[a-z0-9!#$%&'*+\-/=?^_`{|}~.]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z-][a-z0-9-]*$/;
const never = /[\s,;:"<>()[\]\\\p{C}]|\.\.|^\.|\.@|@.*@|[^\0-\x7f]/u;

function isStrict(input: string): void {
  const parsed = parseAddress(input);
  if (!parsed.ok) return;

  expect(parseAddress(parsed.address)).toEqual(parsed);
  expect(parsed.address.length).toBeLessThanOrEqual(254);
  expect(parsed.address).toMatch(strict);
  expect(parsed.address).not.toMatch(never);
}

const oddities =
  'aZ09.-_+%@,;:"<>()[]\\/?#!\'\r\n\t \0\u00a0\u00ad\u200b\u200c\u200d\u212a\u0130üßaｅ．。😀例\ud800\u0301';
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('xn--', 'xn--bcher-kva', 'bücher', '0x7f', '127', '-', '.', '。', '%2e', '例え'),
  },
  { weight: 1, arbitrary: fc.constantFrom(...Array.from(oddities)) },
);
const pieces = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const plausible = fc
  .tuple(pieces, fc.array(pieces, { minLength: 1, maxLength: 4 }))
  .map(([local, labels]) => `${local}@${labels.join('.')}`);
const noise = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `${text.slice(0, 10)}@${text.slice(10)}`);

function examples(): [string][] {
  return [...accepted, ...refused].map(([, input]) => [input]);
}
