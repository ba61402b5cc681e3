import { addressIn, oneLine } from './header-block.ts';
import { judgeRefusal } from './judge-refusal.ts';
import type { BounceReport, ReportMail } from './report.ts';

const daemon = /mailer-daemon|postmaster|mail delivery (?:sub)?system|maildelivery|mdaemon|bounce/i;
const failed =
  /undeliver|delivery (?:status notification \(failure\)|has failed|failed|failure)|returned mail|failure notice|mail delivery failed|could not be delivered|non remis|unzustellbar|no se puede entregar|rejected/i;
const waiting =
  /delay|warning: (?:message|could not send)|will (?:be retried|retry)|still (?:being )?retr|not yet been delivered/i;
const away =
  /out of (?:the )?office|auto(?:matic)?[ -]?(?:reply|response|antwort)|abwesen|vacation|absence|respuesta autom|réponse automatique/i;
const challenge =
  /confirm (?:that )?you(?:r message)?|challenge|verify (?:that )?you are (?:a )?human|sender verification/i;

/** A line with an SMTP reply, or with an enhanced status code alone. */
const replyLine = /^.{0,300}?(?:(?:^|[ \t:([>-])[45]\d\d[ :-]|(?:^|[ \t#(])[45]\.\d{1,3}\.\d{1,3}(?![\d.])).{0,300}$/m;

/** Reads a report without machine-readable fields, as older programs write it: by sender, subject and the line with the reply. */
export function readFreeText({ headers, text }: ReportMail): BounceReport {
  const header = (name: string): string => headers.find(({ key }) => key === name)?.value ?? '';
  const subject = header('subject');
  const isDaemon = daemon.test(header('from')) || header('x-failed-recipients') !== '';
  if (isAutoReply(header, subject) && !(isDaemon && failed.test(subject))) return { kind: 'none', why: 'auto-reply' };
  const words = text.slice(0, 32_768);
  if (!isDaemon || !(failed.test(subject) || waiting.test(subject) || failed.test(words)))
    return { kind: 'none', why: 'unknown' };
  const line = oneLine(replyLine.exec(words)?.[0]);
  const recipient =
    addressIn(header('x-failed-recipients')) ?? addressIn(/<[^<>\s@]{1,64}@[^<>\s]{1,253}>/.exec(words)?.[0]);
  if (waiting.test(subject) || (waiting.test(words) && !failed.test(subject))) {
    return { kind: 'delay', status: null, diagnostic: line, recipient };
  }
  const { status, isPermanent, isAboutAddress } = judgeRefusal(null, line ?? '');
  const bounceType = isPermanent ? 'Permanent' : 'Transient';
  return { kind: 'bounce', bounceType, isAboutAddress, status, diagnostic: line, recipient };
}

function isAutoReply(header: (name: string) => string, subject: string): boolean {
  const submitted = header('auto-submitted').toLowerCase();
  if (submitted.startsWith('auto-replied') || submitted.startsWith('auto-notified')) return true;
  if (header('x-autoreply') !== '' || header('x-autorespond') !== '') return true;
  return /auto.?reply/i.test(header('precedence')) || away.test(subject) || challenge.test(subject);
}
