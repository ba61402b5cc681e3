import { Parser } from 'htmlparser2';
import { tagMark } from './mask-template.ts';

/** A link or an image of a body, with the index of its `<`. */
export interface MailElement {
  readonly at: number;
  readonly end: number;
  readonly name: 'a' | 'area' | 'img';
  readonly attributes: Readonly<Record<string, string>>;
}

const wanted: ReadonlySet<string> = new Set<MailElement['name']>(['a', 'area', 'img']);
const isWanted = (name: string): name is MailElement['name'] => wanted.has(name);

/** Why a limit: the parser looks for each closing tag among the open elements. */
const maxDepth = 300;
class TooDeep extends Error {}

/** The links and images in their order; null for HTML that is nested too deeply to be read. Comments are left out. */
export function readElements(html: string): MailElement[] | null {
  const found: MailElement[] = [];
  let depth = 0;
  const parser = new Parser({
    onopentag(fullName, attributes, isImplied) {
      const [name = ''] = fullName.split(tagMark, 1); // `<a{% if x %} href=…`
      depth += 1;
      if (depth > maxDepth) throw new TooDeep();
      if (isWanted(name) && !isImplied) found.push({ at: parser.startIndex, end: parser.endIndex, name, attributes });
    },
    onclosetag() {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
    return found;
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}
