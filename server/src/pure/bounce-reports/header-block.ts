import { cut } from '#pure/text';
/** Fields of one block, names in lower case. The first of two fields with the same name counts. */
export type HeaderBlock = ReadonlyMap<string, string>;

const maxFields = 200;
const maxCharacters = 2_000;

/** Reads blocks of `Name: value` lines, folded lines included, separated by blank lines (RFC 3464, RFC 5965). */
export function headerBlocks(text: string): HeaderBlock[] {
  const blocks: Map<string, string>[] = [new Map()];
  let name = '';
  let count = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const block = blocks.at(-1);
    if (!block || count > maxFields) break;
    if (line.trim() === '') {
      if (block.size > 0) blocks.push(new Map());
      name = '';
    } else if (/^[ \t]/.test(line) && name !== '') {
      block.set(name, `${block.get(name) ?? ''} ${line.trim()}`.slice(0, maxCharacters));
    } else {
      const colon = line.indexOf(':');
      const candidate = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
      name = /^[!-9;-~]{1,60}$/.test(candidate) && !block.has(candidate) ? candidate : '';
      if (name !== '')
        block.set(
          name,
          line
            .slice(colon + 1)
            .trim()
            .slice(0, maxCharacters),
        );
      count += 1;
    }
  }
  return blocks.filter((block) => block.size > 0);
}

/** The address in `rfc822; a@example.com`, in `<a@example.com>` or without either; null when there is none. */
export function addressIn(value: string | undefined): string | null {
  const address = /[^\s<>;,"'()[\]]{1,64}@[^\s<>;,"'()[\]]{1,253}/.exec((value ?? '').slice(0, 1_000))?.[0];
  return address ? address.replace(/\.$/, '').toLowerCase() : null;
}

/** Text from outside as one line: no control characters, bounded. */
export function oneLine(value: string | undefined): string | null {
  const words = cut((value ?? '').replace(/[\s\p{Cc}]+/gu, ' ').trim(), 512);
  return words === '' ? null : words;
}
