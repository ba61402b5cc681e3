import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { it } from './texts/it.ts';
import { ja } from './texts/ja.ts';
import { nl } from './texts/nl.ts';
import { pl } from './texts/pl.ts';
import { pt } from './texts/pt.ts';
import type { PageTexts } from './texts/texts.ts';

const byLanguage: ReadonlyMap<string, PageTexts> = new Map(
  [en, de, fr, es, pt, nl, it, pl, ja].map((texts) => [texts.language, texts]),
);

/** The first of these wishes that we speak: `pt-BR` is Portuguese. English when we speak none. */
export function pageTexts(...wishes: readonly (string | null)[]): PageTexts {
  for (const wish of wishes) {
    const texts = byLanguage.get(wish?.toLowerCase().split(/[-_]/, 1)[0] ?? '');
    if (texts) return texts;
  }
  return en;
}

/** Languages of an `Accept-Language` header, the most wanted first. */
export function acceptedLanguages(header: string | null): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => /^[a-z]{1,8}(-|$)/i.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
