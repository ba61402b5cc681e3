const keyOf = (templateId: string): string => `postrider-preview-values-${templateId}`;

/** More than that is not kept: it is a pad for a few values. */
const maxLength = 20_000;

/** Remembers in this browser which values a template is previewed with. */
export function keepValues(templateId: string, values: Readonly<Record<string, unknown>>): void {
  keepPad(templateId, Object.keys(values).length > 0 ? JSON.stringify(values, null, 2) : '');
}

export function keepPad(templateId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(templateId));
    else if (text.length <= maxLength) localStorage.setItem(keyOf(templateId), text);
  } catch {
    // Why not said: the pad works without being remembered, as in a browser that keeps nothing.
  }
}

export function keptPad(templateId: string): string {
  try {
    return localStorage.getItem(keyOf(templateId)) ?? '';
  } catch {
    return '';
  }
}

type ReadPad = { readonly values: Readonly<Record<string, unknown>> } | { readonly problem: string };

/** The values that the pad holds, or what is wrong with it. */
export function readPad(text: string): ReadPad {
  if (text.trim() === '') return { values: {} };
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON yet: ${error instanceof Error ? error.message : 'it cannot be read'}.` };
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    return { problem: 'Write an object, such as { "order": "4812" }.' };
  }
  return { values: { ...read } };
}
