/** Outer spaces come along when a name is pasted and mean nothing; everything else has to be the same. */
export function isSameName(typed: string, name: string): boolean {
  return typed.trim() === name.trim();
}
