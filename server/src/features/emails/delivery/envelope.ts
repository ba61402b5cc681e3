import type { ProjectContext } from '#platform/context';
import { keyRing } from '#platform/crypto';
import type { Envelope } from '#platform/transports';
import { signReturnPath } from '#pure/message';
import type { Mail } from './mail.ts';

/** An envelope, and how its sender is made, which is the same for many mails and therefore what the log of attempts has. */
export interface MailEnvelope extends Envelope {
  /** `{from}`: the sender's address; `{return-path}`: the signed name of the email; `{domain}`: the sender's domain. */
  readonly senderForm: string;
  /** The key that signed the return path. */
  readonly keyId: string | null;
}

/** M10: the return path for bounces. Without a bounce host of our own they go to the sender. */
export function envelopeOf({ config }: Pick<ProjectContext, 'config'>, mail: Mail): MailEnvelope {
  const to = mail.recipient;
  const { BOUNCE_HOST: bounceHost } = config;
  if (!bounceHost || mail.facts.domain === 'sandbox')
    return { from: mail.fromEmail, to, senderForm: '{from}', keyId: null };
  const path = { cell: config.CELL, handle: mail.project.handle, emailId: mail.id };
  const [signer] = keyRing(config, 'return-path');
  const localPart = signReturnPath(path, signer.key);
  // If Amazon SES is the first relay, the MAIL FROM subdomain leads to SES, which does not know our return paths.
  const hostOf = (domain: string): string =>
    config.MAIL_RELAYS[0]?.kind === 'ses' ? bounceHost : `${config.MAIL_FROM_SUBDOMAIN}.${domain}`;
  return {
    from: `${localPart}@${hostOf(mail.senderDomain)}`,
    to,
    senderForm: `{return-path}@${hostOf('{domain}')}`,
    keyId: signer.id,
  };
}
