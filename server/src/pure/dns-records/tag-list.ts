/** The tags of `v=DKIM1; k=rsa; p=…`, or null when the text is no list of tags or names one twice (RFC 6376, 3.2). */
export function readTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const [, name, value] = /^\s*([A-Za-z][A-Za-z0-9_]*)\s*=([\s\S]*)$/.exec(part) ?? [];
    if (name === undefined || value === undefined || tags.has(name)) return null;
    tags.set(name, value.trim());
  }
  return tags.size > 0 ? tags : null;
}
