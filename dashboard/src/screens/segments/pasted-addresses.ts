/** Addresses in a pasted text, in their order and once each. Any text with an @ counts: the server says which are good. */
export function pastedAddresses(text: string): string[] {
  const parts = text.split(/[\s,;<>"]+/).map((part) => part.trim().toLowerCase());
  return [...new Set(parts.filter((part) => part.includes('@')))];
}
