import type { CampaignType } from '../campaign.ts';
import { type Finding, finding } from './finding.ts';
import type { SampleMail } from './render-sample.ts';

const kilobyte = 1_024;
/** Longer subjects are cut by most mail programs. */
const longSubject = 60;
/** Gmail cuts larger bodies. */
const largeBodyBytes = 102 * kilobyte;
/** A mail of images whose text is shorter says nothing to those who do not see them, and looks like spam. */
const thinText = 100;

interface SampleFacts {
  readonly type: CampaignType;
  readonly hasImages: boolean;
}

/** What shows only in a mail that has been rendered, for one of the recipients. */
export function checkSample({ mail, withoutFooter, links }: SampleMail, { type, hasImages }: SampleFacts): Finding[] {
  const found: Finding[] = [];
  const { body } = mail;
  const characters = Array.from(mail.subject).length;
  if (characters > longSubject)
    found.push(
      finding('SUBJECT_LONG', `The subject has ${characters} characters for a recipient.`, { field: 'subject' }),
    );
  for (const { field, message } of mail.warnings)
    found.push(finding('NOT_CHECKED', `It could not be rendered for a recipient: ${message}`, { field }));
  if (body === null) return found;
  const isReachable = body.includes(links.unsubscribeUrl) || body.includes(links.manageUrl);
  if (type === 'HEADLESS' && !isReachable) {
    const message =
      'There is no {{unsubscribeUrl}} or {{manageUrl}} in the body, and this type of mail gets no footer.';
    found.push(finding('UNSUBSCRIBE_LINK_MISSING', message, { field: 'body' }));
  }
  const bytes = Buffer.byteLength(body);
  if (bytes > largeBodyBytes) {
    const message = `The body has ${Math.ceil(bytes / kilobyte)} KB for a recipient; Gmail cuts what is over 102 KB.`;
    found.push(finding('BODY_LARGE', message, { field: 'body' }));
  }
  if (isThin(withoutFooter.text, hasImages))
    found.push(finding('TEXT_PART_THIN', 'There is hardly any text beside the images.', { field: 'body' }));
  return found;
}

/** Addresses of links are no text. */
function isThin(text: string, hasImages: boolean): boolean {
  const shown = text
    .replaceAll(/\bhttps?:\/\/\S+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return shown === '' || (hasImages && shown.length < thinText);
}
