import { limits } from '#pure/limits';
import { judgeImage, judgeLink } from './judge-address.ts';
import { maskTemplate, outputMark } from './mask-template.ts';
import { type MailElement, readElements } from './read-elements.ts';

export type ContentCode = 'LINK_MALFORMED' | 'LINK_PERSONAL' | 'IMAGE_NOT_ABSOLUTE' | 'IMAGE_WITHOUT_ALT';

/** Something that a body should not contain. */
export interface ContentProblem {
  readonly code: ContentCode;
  /** The index of the element in the source. */
  readonly at: number;
  /** The address as its author wrote it, shortened; null where there is none. */
  readonly address: string | null;
}

export interface ContentCheck {
  readonly problems: readonly ContentProblem[];
  readonly hasImages: boolean;
  /** False for HTML that is nested too deeply to be read. */
  readonly isComplete: boolean;
}

/** Links and images of a body in template language that recipients could not use (contract/07). Each code is listed a few times at most. */
export function checkContent(source: string, { tracksClicks }: { tracksClicks: boolean }): ContentCheck {
  const elements = readElements(maskTemplate(source));
  if (!elements) return { problems: [], hasImages: false, isComplete: false };
  const listed = new Map<ContentCode, number>();
  const problems = elements
    .flatMap((element) => codesOf(element, source, tracksClicks).map((code) => problemOf(code, element, source)))
    .filter(({ code }) => {
      const before = listed.get(code) ?? 0;
      listed.set(code, before + 1);
      return before < limits.preflightFindingsPerCode;
    });
  return { problems, hasImages: elements.some(({ name }) => name === 'img'), isComplete: true };
}

function codesOf(element: MailElement, source: string, tracksClicks: boolean): ContentCode[] {
  const { name, attributes } = element;
  if (name === 'img') {
    const isWrong = judgeImage(attributes.src ?? '') === 'wrong';
    const lacksAlt = attributes.alt === undefined && !textOf(element, source).includes('{%');
    return [
      ...(isWrong ? (['IMAGE_NOT_ABSOLUTE'] as const) : []),
      ...(lacksAlt ? (['IMAGE_WITHOUT_ALT'] as const) : []),
    ];
  }
  const { href } = attributes;
  if (href === undefined) return [];
  if (judgeLink(href) === 'wrong') return ['LINK_MALFORMED'];
  return tracksClicks && isPersonal(element, href, source) ? ['LINK_PERSONAL'] : [];
}

/** A link whose address differs by recipient and is tracked: not to their own pages, not by mail, not excluded by its author (D-661). */
function isPersonal(element: MailElement, href: string, source: string): boolean {
  if (!href.includes(outputMark) || element.attributes['data-track']?.trim().toLowerCase() === 'false') return false;
  const isWeb = href.trim().startsWith(outputMark) || /^\s*https?:/i.test(href);
  return isWeb && !ownPage.test(textOf(element, source));
}

const ownPage = /\{\{-?\s*(?:unsubscribeUrl|subscribeUrl|manageUrl)\b/;

const textOf = ({ at, end }: MailElement, source: string): string => source.slice(at, end + 1);

const maxShown = 200;
const addresses = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;

function problemOf(code: ContentCode, element: MailElement, source: string): ContentProblem {
  const [, double, single, bare] = addresses.exec(textOf(element, source).slice(0, 4 * maxShown)) ?? [];
  return { code, at: element.at, address: (double ?? single ?? bare)?.slice(0, maxShown) ?? null };
}
