import PostalMime from 'postal-mime';
import { firstLines } from '#pure/message';
import { judgeReport } from './judge-report.ts';
import type { Report, ReportMail } from './report.ts';
import { nothing } from './report.ts';

/** What a report says stands before the mail that it returns. */
const mostLines = 5_000;
const mostBytes = 524_288;
const mostParts = 20;
const mostCharacters = 262_144;

/** Reads a message that came back to us (M8, M10). Never throws: what cannot be read is a report of nothing known. */
export async function readReport(raw: Uint8Array): Promise<Report> {
  try {
    return judgeReport(await takeApart(raw));
  } catch {
    return nothing('unknown');
  }
}

async function takeApart(raw: Uint8Array): Promise<ReportMail> {
  const { headers, text, html, attachments } = await PostalMime.parse(firstLines(raw, mostLines, mostBytes), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 65_536,
  });
  const parts = attachments.slice(0, mostParts).map(({ mimeType, content }) => ({
    type: mimeType,
    content: typeof content === 'string' ? content.slice(0, mostCharacters) : '',
  }));
  const shown = text ?? html?.replace(/<[^<>]{0,1000}>/g, ' ') ?? '';
  // A multipart that names no boundary has no parts; its fields may still stand there.
  const words = shown === '' && parts.length === 0 ? bodyOf(raw) : shown;
  // A gateway may have turned the fields into the visible text.
  const visible = { type: 'text/plain', content: words.slice(0, mostCharacters) };
  return { headers, text: visible.content, parts: [...parts, visible] };
}

function bodyOf(raw: Uint8Array): string {
  const text = Buffer.from(firstLines(raw, mostLines, mostBytes)).toString();
  const end = /\r?\n\r?\n/.exec(text);
  return end ? text.slice(end.index) : '';
}
