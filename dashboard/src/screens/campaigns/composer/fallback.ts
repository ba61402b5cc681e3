/** An output of the template language with what it prints first: `{{ first name | upcase }}`. */
const outputs = /\{\{(-?)(\s*)([^{}]*?)(\s*)(-?)\}\}/g;

/** Writes a fallback into every output of a variable that has none: `{{ first name ?? "there" }}`. */
export function withFallback(text: string, variable: string, fallback: string): string {
  const quote = fallback.includes('"') ? "'" : '"';
  return text.replace(outputs, (whole, open: string, before: string, inside: string, after: string, end: string) => {
    const { name, filters } = partsOf(inside);
    if (inside.includes('??') || /\|\s*default\b/.test(inside) || plainName(name) !== plainName(variable)) return whole;
    return `{{${open}${before}${name} ?? ${quote}${fallback}${quote}${filters}${after}${end}}}`;
  });
}

function partsOf(inside: string): { readonly name: string; readonly filters: string } {
  const at = inside.indexOf('|');
  if (at === -1) return { name: inside.trimEnd(), filters: '' };
  return { name: inside.slice(0, at).trimEnd(), filters: ` ${inside.slice(at)}` };
}

/** One name for the ways to write a field of the contact: `x`, `data.x`, `data["x"]`. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^data\[(["'])(.*)\1\]$/, '$2')
    .replace(/^data\./, '');
