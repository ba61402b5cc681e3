import { addressIn, type HeaderBlock, headerBlocks, oneLine } from './header-block.ts';
import type { BounceReport, ReportMail } from './report.ts';

/** Feedback types that are no complaint: about authentication, or that a mail was classified as spam by mistake. */
const noComplaint = ['not-spam', 'auth-failure', 'dmarc'];

const returnPathForm = /bounce\+1[a-z0-9]{0,8}-[a-z2-7]{47}(?![a-z2-7])/gi;
const maxSearched = 131_072;
const maxReturnPaths = 5;

/** Reads RFC 5965, from its own part or, where a mail program has mangled it, from any part with such a block. */
export function readFeedback(mail: ReportMail): BounceReport | null {
  const own = mail.parts.find(({ type }) => type === 'message/feedback-report');
  const block = own ? headerBlocks(own.content)[0] : mangledBlock(mail);
  if (own && !block?.has('feedback-type')) return block ? complaint(mail, block, null) : null;
  if (block) return complaint(mail, block, oneLine(block.get('feedback-type'))?.toLowerCase() ?? null);
  return readOutlook(mail);
}

function complaint(mail: ReportMail, block: HeaderBlock, feedbackType: string | null): BounceReport {
  if (feedbackType !== null && noComplaint.includes(feedbackType)) {
    return { kind: 'none', why: feedbackType === 'not-spam' ? 'not-spam' : 'unknown' };
  }
  const recipient = addressIn(block.get('original-rcpt-to')) ?? addressIn(block.get('removal-recipient'));
  return { kind: 'complaint', feedbackType, recipient, returnPaths: returnPathsIn(mail) };
}

function mangledBlock({ text, parts }: ReportMail): HeaderBlock | null {
  for (const content of [text, ...parts.map((part) => part.content)]) {
    if (!/^Feedback-Type:/im.test(content)) continue;
    const found = headerBlocks(content).find((block) => block.has('feedback-type'));
    if (found && (found.has('user-agent') || found.has('version'))) return found;
  }
  return null;
}

/** Outlook's feedback loop returns the mail itself, with the complaining recipient in a header field of its own. */
function readOutlook(mail: ReportMail): BounceReport | null {
  for (const { type, content } of mail.parts) {
    if (type !== 'message/rfc822') continue;
    const recipient = headerBlocks(content.slice(0, 65_536))[0]?.get('x-hmxmroriginalrecipient');
    if (!recipient) continue;
    return {
      kind: 'complaint',
      feedbackType: 'abuse',
      recipient: addressIn(recipient),
      returnPaths: returnPathsIn(mail),
    };
  }
  return null;
}

function returnPathsIn({ headers, text, parts }: ReportMail): string[] {
  const everything = [...headers.map(({ value }) => value), text, ...parts.map(({ content }) => content)]
    .join('\n')
    .slice(0, maxSearched);
  const found = [...everything.matchAll(returnPathForm)].map(([match]) => match.toLowerCase());
  return [...new Set(found)].slice(0, maxReturnPaths);
}
