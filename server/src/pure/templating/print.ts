import { toValue } from 'liquidjs';

/** A value as text (D-525): nothing for what is missing, plain decimals, lists with commas, objects as JSON. */
export function print(given: unknown): string {
  const value: unknown = toValue(given);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainDecimal(value);
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(print).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** A number without an exponent: `1e21` has 22 digits, `1e-7` seven decimals. */
export function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value === 0 ? 0 : value);
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!parts) return text;
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = parts;
  const digits = whole + decimals;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
