import type { PreparedTexts } from '#platform/rendering';
import { limits } from '#pure/limits';
import { type ContentProblem, checkContent } from '#pure/mail-content';
import { positionsAt, type TextPosition } from '#pure/templating';
import type { CampaignFields } from '../campaign.ts';
import { type Finding, finding } from './finding.ts';
import { isCheckable } from './lacks-value.ts';

type Texts = Pick<CampaignFields, 'subject' | 'body'>;

/** An output that needs a value, with its place. */
export type PlacedOutput = PreparedTexts['needed'][number] & { readonly position: TextPosition | undefined };

/** What can be said about the texts without knowing any recipient. */
export interface SourceCheck {
  readonly findings: readonly Finding[];
  /** The outputs whose variables the audience has to be asked for. */
  readonly needed: readonly PlacedOutput[];
  readonly hasImages: boolean;
}

/** Mistakes in the template language, or else in links and images (contract/07). */
export function checkSource(texts: Texts, prepared: PreparedTexts, tracksClicks: boolean): SourceCheck {
  const { errors } = prepared;
  if (errors.length > 0) {
    const findings = errors.map(({ field, message, ...position }) =>
      finding('TEMPLATE_SYNTAX', message, { field, position }),
    );
    return { findings, needed: [], hasImages: false };
  }
  const { needed, findings } = neededIn(texts, prepared.needed);
  const content = checkContent(texts.body, { tracksClicks });
  const positions = positionsAt(
    texts.body,
    content.problems.map(({ at }) => at),
  );
  const problems = content.problems.map((problem, index) =>
    finding(problem.code, messageOf(problem), { field: 'body', position: positions[index] }),
  );
  const tooDeep = finding('NOT_CHECKED', 'The body is nested too deeply; its links and images were not checked.', {
    field: 'body',
  });
  return {
    findings: [...findings, ...problems, ...(content.isComplete ? [] : [tooDeep])],
    needed,
    hasImages: content.hasImages,
  };
}

/** Those that can be counted, up to the limit, and notes about the others. */
function neededIn(texts: Texts, outputs: PreparedTexts['needed']): { needed: PlacedOutput[]; findings: Finding[] } {
  const checkable = outputs.filter(isCheckable);
  const paths = new Set([...new Set(checkable.map(({ path }) => path))].slice(0, limits.preflightVariables));
  const computed = outputs.filter((output) => !isCheckable(output)).slice(0, limits.preflightFindingsPerCode);
  const needed = checkable.filter(({ path }) => paths.has(path));
  const left = new Set(checkable.map(({ path }) => path)).size - paths.size;
  const placed = place(texts, [...needed, ...computed]);
  const notes = placed.slice(needed.length).map(({ field, position, chain }) => {
    const message = `“${chain}” is read by a path that is computed or very long; it was not checked for missing values.`;
    return finding('NOT_CHECKED', message, { field, position });
  });
  const tooMany = finding('NOT_CHECKED', `${left} more variables were not checked for missing values.`);
  return { needed: placed.slice(0, needed.length), findings: [...notes, ...(left > 0 ? [tooMany] : [])] };
}

function place(texts: Texts, outputs: PreparedTexts['needed']): PlacedOutput[] {
  const positionsIn = (field: 'subject' | 'body') => {
    const indexes = outputs.filter((output) => output.field === field).map(({ at }) => at);
    return new Map(positionsAt(texts[field], indexes).map((position, index) => [indexes[index], position]));
  };
  const positions = { subject: positionsIn('subject'), body: positionsIn('body') };
  return outputs.map((output) => ({ ...output, position: positions[output.field].get(output.at) }));
}

function messageOf({ code, address }: ContentProblem): string {
  if (code === 'LINK_MALFORMED') return address ? `“${address}” is not an address.` : 'This link has no address.';
  if (code === 'LINK_PERSONAL')
    return 'This link differs by recipient: an address is stored for each of them, to count clicks.';
  if (code === 'IMAGE_WITHOUT_ALT') return 'This image has no description (alt) for those who do not see it.';
  return address ? `“${address}” is not an absolute https address.` : 'This image has no address.';
}
