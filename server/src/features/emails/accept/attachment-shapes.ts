import { z } from 'zod';
import { text, trimmedText } from '#platform/http';
import { limits } from '#pure/limits';

/** More than any setting allows. */
const maxEntries = 100;
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;\s*[\w!#$&^.+-]+=("[^"\r\n]*"|[^;\s"]+))*$/;

/** Why slashes are replaced: the name would be a path on the recipient's machine (D-614). */
const Filename = text(1, limits.fileTextCharacters, {
  holds: (name) => !/["\p{Cc}]/u.test(name),
  message: 'A file name has no quotation marks, line ends or control characters.',
}).transform((name) => name.replaceAll(/[/\\]/g, '_'));

const ContentType = trimmedText(
  0,
  limits.fileTextCharacters,
  {
    holds: (type) => mediaType.test(type) && /^[\x20-\x7e]*$/.test(type),
    message: 'Must be a media type such as image/png.',
  },
  { holds: (type) => !/^multipart\//i.test(type), message: 'A file is not multipart.' },
);

/** A name within the mail, of the caller's choice. Why ASCII: the header it goes into has no encoding. */
const ContentId = text(1, limits.fileTextCharacters, {
  holds: (id) => /^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(id),
  message: 'A contentId is ASCII without spaces, < or >.',
}).meta({ 'x-own-name': true });

/** base64 as people send it: padded or not, with line ends or without. */
const Content = z
  .string()
  .transform((given, ctx) => {
    const content = decodeBase64(given) ?? (/\s/.test(given) ? decodeBase64(given.replaceAll(/\s+/g, '')) : null);
    if (content && content.length > 0) return content;
    const [code, message] = content ? ['too_small', 'The file is empty.'] : ['invalid_string', 'Must be base64.'];
    ctx.addIssue({ code: 'custom', message, params: { code } });
    return z.NEVER;
  })
  .meta({ description: 'base64' });

const dispositions = ['attachment', 'inline'] as const;

/** Why the type is checked first: another JSON type than text is `invalid_type` (D-144). */
const Disposition = z.preprocess((raw, ctx) => {
  const message = `Must be one of ${dispositions.join(', ')}.`;
  if (typeof raw !== 'string') ctx.addIssue({ code: 'custom', message, params: { code: 'invalid_type' } });
  return raw;
}, z.enum(dispositions));

const Attachment = z.object({
  filename: Filename,
  content: Content,
  contentType: ContentType,
  contentId: ContentId.nullish().transform((id) => id ?? null),
  disposition: Disposition.nullish().transform((disposition) => disposition ?? 'attachment'),
});
export type AttachmentInput = z.output<typeof Attachment>;

/** Files of a mail, decoded. Their number and size are limited by settings, see `checkSizes`. */
export const Attachments = z
  .array(Attachment)
  .max(maxEntries)
  .superRefine(checkIds, { when: ({ value }) => Array.isArray(value) }); // also beside other problems

function checkIds(files: readonly AttachmentInput[], ctx: z.RefinementCtx): void {
  const refuse = (index: number, code: string, message: string) =>
    ctx.addIssue({ code: 'custom', message, params: { code }, path: [index, 'contentId'] });
  const wrongIds = new Set(ctx.issues.filter(({ path }) => path?.[1] === 'contentId').map(({ path }) => path?.[0]));
  const ids = new Set<string>();
  for (const [index, file] of files.entries()) {
    const { disposition, contentId } = file ?? {}; // an entry that is refused may be anything
    if (disposition === 'inline' && contentId === null) refuse(index, 'required', 'An inline file needs a contentId.');
    if (typeof contentId !== 'string' || wrongIds.has(index)) continue;
    if (ids.has(contentId)) refuse(index, 'custom', 'Another file of this mail has this id.');
    ids.add(contentId);
  }
}

/**
 * The bytes of base64 without line ends, or null. Why checked by length: decoding skips characters that are not base64, and a
 * pattern over a file of 10 MB takes more processor time than decoding it.
 */
function decodeBase64(given: string): Buffer | null {
  const unpadded = given.slice(0, given.length - paddingOf(given));
  if (unpadded.length % 4 === 1 || unpadded.includes('-') || unpadded.includes('_')) return null;
  const bytes = Buffer.from(unpadded, 'base64');
  return bytes.length === Math.floor((unpadded.length * 3) / 4) ? bytes : null;
}

/** The number of equal signs at the end, two at most. */
const paddingOf = (given: string): number => (given.endsWith('==') ? 2 : given.endsWith('=') ? 1 : 0);
