import { limits } from '#pure/limits';
import { asciiDomain } from './ascii-domain.ts';

export type ParsedAddress = { ok: true; address: string } | { ok: false; reason: string };

const { addressCharacters: maxLength, addressLocalPartCharacters: maxLocalLength } = limits;
const control = /\p{Cc}/u;
const ascii = /^[\x20-\x7e]*$/;
const dotAtom = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*$/;

/**
 * Parses one address as a person types it and returns the form that is stored and compared (D-120).
 * Invariant: parsing an accepted address again returns the same address.
 */
export function parseAddress(input: string): ParsedAddress {
  const text = input.trim();
  // A character outside ASCII may take two UTF-16 units; the exact limit is checked on the ASCII form below.
  if (text.length > 2 * maxLength) return refuse(tooLong);
  if (control.test(text)) return refuse('An email address cannot contain control characters.');

  const at = text.indexOf('@');
  if (at < 0 || at !== text.lastIndexOf('@')) return refuse('An email address has exactly one @.');

  const local = text.slice(0, at);
  // Why: all checks come before lower-casing, which turns the Kelvin sign and similar characters into plain letters.
  if (!ascii.test(local)) return refuse('The part before the @ can only have ASCII characters.');
  if (local.length > maxLocalLength) return refuse(`The part before the @ is at most ${maxLocalLength} characters.`);
  if (!dotAtom.test(local)) return refuse('The part before the @ is not valid.');

  const domain = asciiDomain(text.slice(at + 1));
  if (domain === null) return refuse('The part after the @ is not a valid domain.');

  const address = `${local.toLowerCase()}@${domain}`;
  return address.length > maxLength ? refuse(tooLong) : { ok: true, address };
}

/** The stored form of an address; null for a malformed one, for callers that treat it as not found. */
export function normaliseAddress(input: string): string | null {
  const parsed = parseAddress(input);
  return parsed.ok ? parsed.address : null;
}

/** The domain of an address that parseAddress has accepted. */
export function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}

const tooLong = `An email address is at most ${maxLength} characters.`;

const refuse = (reason: string): ParsedAddress => ({ ok: false, reason });
