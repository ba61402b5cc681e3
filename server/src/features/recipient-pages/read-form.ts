/** The value of one field of a posted form, in any of the encodings; null when it is missing. */
export function readForm(contentType: string | null, text: string, name: string): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return jsonField(text, name);
  if (type === 'multipart/form-data') return multipartField(text, name);
  return new URLSearchParams(text).get(name);
}

function jsonField(text: string, name: string): string | null {
  try {
    const value: unknown = (JSON.parse(text) as Record<string, unknown> | null)?.[name]; // any JSON, checked below
    return typeof value === 'string' || typeof value === 'boolean' ? String(value) : null;
  } catch {
    return null;
  }
}

/** Enough for short fields: no files, no encodings. */
function multipartField(text: string, name: string): string | null {
  for (const part of text.split(/\r?\n?--/)) {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    if (/content-disposition: *form-data/i.test(head) && new RegExp(`[; ]name="?${name}"?(;|\\s|$)`, 'i').test(head))
      return rest.join('\n\n').trim();
  }
  return null;
}
