import { fillText, findTranslation } from '#pure/translations';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import it from './texts/it.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };
import nl from './texts/nl.json' with { type: 'json' };
import pl from './texts/pl.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/** Title and sentence of a page. */
export interface PageMessage {
  readonly title: string;
  readonly sentence: string;
}

/** Every text that a recipient may read, in one language. Whole sentences: nothing is concatenated. */
export type PageTexts = ReturnType<typeof textsFrom>;

function textsFrom({ gone, goneFromProject, ...translation }: typeof en) {
  return {
    ...translation,
    unsubscribe: aboutProject(translation.unsubscribe),
    unsubscribed: aboutProject(translation.unsubscribed),
    subscribe: aboutProject(translation.subscribe),
    subscribed: aboutProject(translation.subscribed),
    manageSubscribed: aboutProject(translation.manageSubscribed),
    manageUnsubscribed: aboutProject(translation.manageUnsubscribed),
    gone: (project: string | null) => (project === null ? gone : filled(goneFromProject, { project })),
    leaving: (host: string) => filled(translation.leaving, { host }),
    continueButton: (host: string) => fillText(translation.continueButton, { host }),
  };
}

function aboutProject(message: PageMessage): (project: string) => PageMessage {
  return (project) => filled(message, { project });
}

function filled({ title, sentence }: PageMessage, values: Readonly<Record<string, string>>): PageMessage {
  return { title, sentence: fillText(sentence, values) };
}

const english = textsFrom(en);
const translations: ReadonlyMap<string, PageTexts> = new Map(
  [de, en, es, fr, it, ja, nl, pl, pt].map((translation) => [translation.language, textsFrom(translation)]),
);

/** The texts of the first supported language, English when none is supported. */
export const pageTexts = (...languages: readonly (string | null)[]): PageTexts =>
  findTranslation(translations, languages) ?? english;

/** Languages of an `Accept-Language` header, the most preferred first. */
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
