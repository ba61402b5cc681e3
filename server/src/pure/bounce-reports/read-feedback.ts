import type { Block } from './header-block.ts';
import { addressIn, headerBlocks, wordsIn } from './header-block.ts';
import type { Report, ReportMail } from './report.ts';
import { nothing, reportOf } from './report.ts';

/** Reports that are no complaint of a person: about authentication, or that a mail was taken for spam by mistake. */
const noComplaint = ['not-spam', 'auth-failure', 'dmarc'];

/** Reads RFC 5965, from its own part or, where a mail program has mangled it, from any part that holds such a block. */
export function readFeedback(mail: ReportMail): Report | null {
  const own = mail.parts.find(({ type }) => type === 'message/feedback-report');
  const block = own ? headerBlocks(own.content)[0] : mangledBlock(mail);
  if (own && !block?.has('feedback-type')) return block ? complaint(block, null) : null;
  if (block) return complaint(block, wordsIn(block.get('feedback-type'))?.toLowerCase() ?? null);
  return readOutlook(mail);
}

function complaint(block: Block, feedbackType: string | null): Report {
  const recipient = addressIn(block.get('original-rcpt-to')) ?? addressIn(block.get('removal-recipient'));
  if (feedbackType !== null && noComplaint.includes(feedbackType)) {
    const why = feedbackType === 'not-spam' ? 'not-spam' : 'unknown';
    return { ...nothing(why), recipient, feedbackType };
  }
  return reportOf('complaint', { recipient, feedbackType, diagnostic: wordsIn(block.get('user-agent')) });
}

function mangledBlock({ text, parts }: ReportMail): Block | null {
  for (const content of [text, ...parts.map((part) => part.content)]) {
    if (!/^Feedback-Type:/im.test(content)) continue;
    const found = headerBlocks(content).find((block) => block.has('feedback-type'));
    if (found && (found.has('user-agent') || found.has('version'))) return found;
  }
  return null;
}

/** Outlook's programme sends the mail itself back, with the complaining recipient in a field of its own. */
function readOutlook({ parts }: ReportMail): Report | null {
  for (const { type, content } of parts) {
    if (type !== 'message/rfc822') continue;
    const recipient = headerBlocks(content.slice(0, 65_536))[0]?.get('x-hmxmroriginalrecipient');
    if (recipient) return reportOf('complaint', { recipient: addressIn(recipient), feedbackType: 'abuse' });
  }
  return null;
}
