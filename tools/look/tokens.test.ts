import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';

const source = join(repositoryRoot, 'dashboard/src');
const tokens = readFileSync(join(source, 'look/tokens.css'), 'utf8');

/** Colours by name, as one theme declares them. */
function coloursOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(oklch\([^)]*\)|#[0-9a-f]{6});/gi)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** The relative luminance of WCAG, from `oklch(L C H)`. */
function luminance(colour: string): number {
  const [l = 0, c = 0, h = 0] = (/oklch\(([^)/]*)/.exec(colour)?.[1] ?? '').trim().split(/\s+/).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short;
  const inGamut = (part: number) => Math.min(1, Math.max(0, part));
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue);
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'raised', 'sunken'];

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const colours = coloursOf(theme);
  const of = (name: string) => colours.get(name) ?? `no colour ${name}`;
  const pairs = [
    ...['text', 'text-2', 'text-3', 'accent', 'good', 'warn', 'bad'].flatMap((text) =>
      grounds.map((ground) => [text, ground] as const),
    ),
    ...['good', 'warn', 'bad'].map((state) => [state, `${state}-soft`] as const),
    ['on-accent', 'accent'] as const,
    ['on-brass', 'brass'] as const,
    ['text', 'accent-soft'] as const,
  ];
  test.each(pairs)('%s on %s has a contrast of 4.5 or more', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(grounds.slice(0, 3))('the edge of a control on %s has a contrast of 3 or more', (ground) => {
    expect(contrast(of('control'), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('the luminance is that of known colours', () => {
  expect(luminance('oklch(1 0 0)')).toBeCloseTo(1, 3);
  expect(luminance('oklch(0 0 0)')).toBeCloseTo(0, 3);
  expect(contrast('oklch(.240 .015 65)', 'oklch(.800 .130 82)')).toBeGreaterThan(8);
});

test('no style names a raw colour but the tokens', () => {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path.endsWith('.css') && path !== join('look', 'tokens.css'));
  const named = files.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '');
    const found = [...text.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\(\s*[\d.]/gi)].map(([raw]) => raw);
    // Transparent black and opaque black are no colours here but the two ends of a mask.
    return found.filter((raw) => !['#0000', '#000'].includes(raw)).map((raw) => `${path}: ${raw}`);
  });
  expect(files.length).toBeGreaterThan(10);
  expect(named).toEqual([]);
});
