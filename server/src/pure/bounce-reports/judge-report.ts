import { readDeliveryStatus } from './read-delivery-status.ts';
import { readFeedback } from './read-feedback.ts';
import { readWords } from './read-words.ts';
import type { Report, ReportMail } from './report.ts';

const returnPathForm = /bounce\+1[a-z0-9]{0,8}-[a-z2-7]{47}(?![a-z2-7])/gi;
const mostSearched = 131_072;
const mostReturnPaths = 5;

/** What a message says of a mail of ours: by its feedback report, else its delivery status, else its words. */
export function judgeReport(mail: ReportMail): Report {
  const found = readFeedback(mail) ?? statusOf(mail) ?? readWords(mail);
  return { ...found, returnPaths: returnPathsIn(mail) };
}

function statusOf({ parts }: ReportMail): Report | null {
  for (const { type, content } of parts) {
    const isStatus = /^message\/(?:global-)?delivery-status$/.test(type);
    // Some gateways hand the block on as text; it is recognised by its first fields.
    const isMangled = type.startsWith('text/') && /^(?:Final|Original)-Recipient:/im.test(content);
    const report = isStatus || isMangled ? readDeliveryStatus(content) : null;
    if (report) return report;
  }
  return null;
}

function returnPathsIn({ headers, text, parts }: ReportMail): string[] {
  const everything = [...headers.map(({ value }) => value), text, ...parts.map(({ content }) => content)]
    .join('\n')
    .slice(0, mostSearched);
  const found = [...everything.matchAll(returnPathForm)].map(([match]) => match.toLowerCase());
  return [...new Set(found)].slice(0, mostReturnPaths);
}
