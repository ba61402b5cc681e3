import PostalMime from 'postal-mime';
import { firstLines } from '#pure/message';
import { readDeliveryStatus } from './read-delivery-status.ts';
import { readFeedback } from './read-feedback.ts';
import { readFreeText } from './read-free-text.ts';
import type { BounceReport, ReportMail } from './report.ts';

/** A report's own content comes before the mail that it returns. */
const maxLines = 5_000;
const maxBytes = 524_288;
const maxParts = 20;
const maxCharacters = 262_144;

/** Reads a message that came back to us (M8, M10). Never throws: what cannot be read is a report of unknown content. */
export async function readReport(raw: Uint8Array): Promise<BounceReport> {
  try {
    return judgeReport(await parseMail(raw));
  } catch {
    return { kind: 'none', why: 'unknown' };
  }
}

async function parseMail(raw: Uint8Array): Promise<ReportMail> {
  const { headers, text, html, attachments } = await PostalMime.parse(firstLines(raw, maxLines, maxBytes), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
    maxHeadersSize: 65_536,
  });
  const parts = attachments.slice(0, maxParts).map(({ mimeType, content }) => ({
    type: mimeType,
    content: typeof content === 'string' ? content.slice(0, maxCharacters) : '',
  }));
  const shown = text ?? html?.replace(/<[^<>]{0,1000}>/g, ' ') ?? '';
  // A multipart without a boundary has no parts; its body may still contain the fields.
  const words = shown === '' && parts.length === 0 ? bodyOf(raw) : shown;
  // A gateway may have turned the fields into the visible text.
  const visible = { type: 'text/plain', content: words.slice(0, maxCharacters) };
  return { headers, text: visible.content, parts: [...parts, visible] };
}

function bodyOf(raw: Uint8Array): string {
  const text = Buffer.from(firstLines(raw, maxLines, maxBytes)).toString();
  const end = /\r?\n\r?\n/.exec(text);
  return end ? text.slice(end.index) : '';
}

/** What a message reports about a mail of ours: by its feedback report, else its delivery status, else its free text. */
function judgeReport(mail: ReportMail): BounceReport {
  return readFeedback(mail) ?? statusOf(mail) ?? readFreeText(mail);
}

function statusOf({ parts }: ReportMail): BounceReport | null {
  for (const { type, content } of parts) {
    const isStatus = /^message\/(?:global-)?delivery-status$/.test(type);
    // Some gateways pass the block on as text; it is recognised by its first fields.
    const isMangled = type.startsWith('text/') && /^(?:Final|Original)-Recipient:/im.test(content);
    const report = isStatus || isMangled ? readDeliveryStatus(content) : null;
    if (report) return report;
  }
  return null;
}
