import { scan } from '#pure/templating';

/** Stand for the characters of outputs and of tags; both are of the private use area, which addresses do not contain. */
export const outputMark = '\u{E000}';
export const tagMark = '\u{E001}';

/** The source with marks instead of outputs and tags. Every index means the same place as before. */
export function maskTemplate(source: string): string {
  let masked = '';
  let at = 0;
  for (const part of scan(source)) {
    if (part.kind === 'text') continue;
    const mark = part.kind === 'output' ? outputMark : tagMark;
    masked += source.slice(at, part.at) + mark.repeat(part.end - part.at);
    at = part.end;
  }
  return masked + source.slice(at);
}
