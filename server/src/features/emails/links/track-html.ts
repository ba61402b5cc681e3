import type { Config } from '#platform/config';
import { rewriteLinks } from '#pure/mail-links';
import { type LinkPurpose, signRecipientToken } from '#pure/recipient-tokens';
import { linkIdOf } from './link-id.ts';
import { recipientKeys, recipientPaths } from './recipient-urls.ts';
import { isOwnPage } from './tracked-urls.ts';

/** The data of a mail that its tracked body needs. */
export interface TrackedMail {
  readonly projectId: string;
  /** The project's public handle. */
  readonly handle: string;
  readonly emailId: string;
  readonly tracksOpens: boolean;
  readonly tracksClicks: boolean;
  /** The host of the sender's domain that serves tracked links, when its record is right (D-664). */
  readonly trackingHost: string | null;
}

/** The body to send, from the stored one without tracking: the same text every time. */
export function trackHtml(config: Config, mail: TrackedMail, html: string): string {
  const clicked = mail.tracksClicks ? withTrackedLinks(config, mail, html) : html;
  return mail.tracksOpens ? withPixel(config, mail, clicked) : clicked;
}

function withTrackedLinks(config: Config, mail: TrackedMail, html: string): string {
  const known = new Map<string, string | null>();
  return rewriteLinks(html, (url) => {
    const seen = known.get(url);
    if (seen !== undefined) return seen;
    const address = isOwnPage(config, url) ? null : addressOf(config, mail, 'click', linkIdOf(mail.projectId, url));
    known.set(url, address);
    return address;
  });
}

function withPixel(config: Config, mail: TrackedMail, html: string): string {
  const source = `${addressOf(config, mail, 'open', null)}.gif`;
  const pixel = `<img src="${source}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`;
  const end = endOfBody(html);
  return html.slice(0, end) + pixel + html.slice(end);
}

/** Where the last `</body>` begins, or the end. */
function endOfBody(html: string): number {
  for (let index = html.lastIndexOf('</'); index > 0; index = html.lastIndexOf('</', index - 1))
    if (html.slice(index + 2, index + 6).toLowerCase() === 'body') return index;
  return html.length;
}

function addressOf(config: Config, mail: TrackedMail, purpose: LinkPurpose, linkId: string | null): string {
  const token = { purpose, cell: config.CELL, handle: mail.handle, contactId: null, emailId: mail.emailId, linkId };
  return originOf(config, mail) + recipientPaths[purpose] + signRecipientToken(token, recipientKeys(config));
}

/** A tracking host uses the scheme of the instance. */
const originOf = ({ BASE_URL }: Config, { trackingHost }: TrackedMail): string =>
  trackingHost === null ? BASE_URL : `${BASE_URL.slice(0, BASE_URL.indexOf(':'))}://${trackingHost}`;
