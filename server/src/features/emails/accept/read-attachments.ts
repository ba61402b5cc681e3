import { isLongerThan } from '#pure/custom-fields';
import type { Faults } from './reading.ts';
import { isObject } from './reading.ts';

export interface GivenAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string | null;
  readonly disposition: 'attachment' | 'inline';
  readonly content: Buffer;
}

const mostText = 255;
/** More than any setting allows. */
const mostEntries = 100;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=("[^"\r\n]*"|[^;\s"]+))*$/;

/** Files of a mail, decoded. How many and how large they may be is a setting, and checked where settings are known. */
export function readAttachments(raw: unknown, faults: Faults): readonly GivenAttachment[] | null {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) return faults.add([], 'invalid_type', 'Must be of type array.');
  if (raw.length > mostEntries) return faults.add([], 'too_big', `At most ${mostEntries} entries.`);
  const read = raw.flatMap((entry: unknown, place) => readAttachment(entry, place, faults) ?? []);
  const ids = new Set<string>();
  for (const [place, { contentId }] of read.entries()) {
    if (contentId === null) continue;
    if (ids.has(contentId)) faults.add([place, 'contentId'], 'custom', 'Another file of this mail has this id.');
    ids.add(contentId);
  }
  return read;
}

function readAttachment(raw: unknown, place: number, faults: Faults): GivenAttachment | null {
  if (!isObject(raw)) return faults.add([place], 'invalid_type', 'Must be of type object.');
  const at = (field: string): [number, string] => [place, field];
  const disposition = raw.disposition ?? 'attachment';
  if (disposition !== 'attachment' && disposition !== 'inline') {
    const code = typeof disposition === 'string' ? 'invalid_enum_value' : 'invalid_type';
    faults.add(at('disposition'), code, 'Must be one of attachment, inline.');
  }
  const filename = readFilename(raw.filename, at('filename'), faults);
  const contentType = readContentType(raw.contentType, at('contentType'), faults);
  const contentId = readContentId(raw.contentId, disposition === 'inline', at('contentId'), faults);
  const content = readContent(raw.content, at('content'), faults);
  if (filename === null || contentType === null || content === null) return null;
  return { filename, contentType, contentId, content, disposition: disposition === 'inline' ? 'inline' : 'attachment' };
}

type Path = [number, string];

function readText(raw: unknown, path: Path, faults: Faults): string | null {
  if (raw === undefined || raw === null) return faults.add(path, 'required', 'This field is required.');
  if (typeof raw !== 'string') return faults.add(path, 'invalid_type', 'Must be of type string.');
  return raw;
}

/** Why replaced: a name with slashes is a path on somebody's machine (D-614). */
function readFilename(raw: unknown, path: Path, faults: Faults): string | null {
  const text = readText(raw, path, faults);
  if (text === null) return null;
  if (text === '') return faults.add(path, 'too_small', 'At least 1 characters.');
  if (isLongerThan(text, mostText)) return faults.add(path, 'too_big', `At most ${mostText} characters.`);
  if (/["\p{Cc}]/u.test(text)) {
    return faults.add(path, 'invalid_string', 'A file name has no quotation marks, line ends or control characters.');
  }
  return text.replaceAll(/[/\\]/g, '_');
}

function readContentType(raw: unknown, path: Path, faults: Faults): string | null {
  const text = readText(raw, path, faults)?.trim();
  if (text === undefined) return null;
  if (text.length > mostText) return faults.add(path, 'too_big', `At most ${mostText} characters.`);
  if (!mediaType.test(text) || !/^[\x20-\x7e]*$/.test(text))
    return faults.add(path, 'invalid_string', 'Must be a media type such as image/png.');
  if (/^multipart\//i.test(text)) return faults.add(path, 'invalid_string', 'A file is not multipart.');
  return text;
}

function readContentId(raw: unknown, isNeeded: boolean, path: Path, faults: Faults): string | null {
  if (raw === undefined || raw === null) {
    return isNeeded ? faults.add(path, 'required', 'An inline file needs a contentId.') : null;
  }
  const text = readText(raw, path, faults);
  if (text === null) return null;
  if (text === '') return faults.add(path, 'too_small', 'At least 1 characters.');
  if (text.length > mostText) return faults.add(path, 'too_big', `At most ${mostText} characters.`);
  // Why ASCII: it stands in a header that knows no encoding.
  if (!/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(text)) {
    return faults.add(path, 'invalid_string', 'A contentId is ASCII without spaces, < or >.');
  }
  return text;
}

/** How many equal signs the text ends with; two at most. */
const paddingOf = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

/** base64 as people send it: padded or not, with line ends or without. */
function readContent(raw: unknown, path: Path, faults: Faults): Buffer | null {
  const text = readText(raw, path, faults);
  if (text === null) return null;
  const content = decodeBase64(text) ?? (/\s/.test(text) ? decodeBase64(text.replaceAll(/\s+/g, '')) : null);
  if (content === null) return faults.add(path, 'invalid_string', 'Must be base64.');
  return content.length > 0 ? content : faults.add(path, 'too_small', 'The file is empty.');
}

/**
 * The bytes of base64 without line ends, or null. Why by their number: decoding leaves out what is no base64, and a pattern over a
 * file of 10 MB takes more of the processor than decoding it.
 */
function decodeBase64(text: string): Buffer | null {
  const unpadded = text.slice(0, text.length - paddingOf(text));
  if (unpadded.length % 4 === 1 || unpadded.includes('-') || unpadded.includes('_')) return null;
  const bytes = Buffer.from(unpadded, 'base64');
  return bytes.length === Math.floor((unpadded.length * 3) / 4) ? bytes : null;
}
