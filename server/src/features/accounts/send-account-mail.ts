import { z } from 'zod';
import type { Config } from '#platform/config';
import { defineInstanceTask } from '#platform/context';
import type { AccountMail } from '#platform/mail';
import { makeToken } from './token.ts';

/** Mails the link of one token. A second run mails the same link again; once the token is used or expired it mails nothing. */
export const sendAccountMail = defineInstanceTask({
  name: 'accounts.send-mail',
  payload: z.object({ tokenId: z.string() }),
  priority: 'urgent',
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { tokenId }) {
    const due = await ctx.read(({ db, now }) =>
      db
        .selectFrom('accountTokens')
        .innerJoin('users', 'users.id', 'accountTokens.userId')
        .select(['accountTokens.purpose', 'users.email'])
        .where('accountTokens.id', '=', tokenId)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    );
    if (!due || due.purpose === 'owner') return;
    await ctx.mail.send({ to: due.email, ...texts[due.purpose](ctx.config, tokenId) });
  },
});

type MailTemplate = (config: Config, tokenId: string) => Omit<AccountMail, 'to'>;

const texts: Record<'verify' | 'reset', MailTemplate> = {
  verify: (config, tokenId) => ({
    subject: 'Confirm your email address',
    text: [
      'Hello,',
      'please open this link to confirm that this address is yours:',
      `${config.BASE_URL}/app/verify-email?token=${makeToken(config, 'verify', tokenId)}`,
      'The link works for 24 hours in the browser you signed up with. Another browser asks for a new password.',
      `If you did not sign up at ${config.BASE_URL}, ignore this mail.`,
      '',
    ].join('\n\n'),
  }),
  reset: (config, tokenId) => ({
    subject: 'Choose a new password',
    text: [
      'Hello,',
      `somebody, probably you, wants a new password for this address at ${config.BASE_URL}. Choose one here:`,
      `${config.BASE_URL}/app/reset?token=${makeToken(config, 'reset', tokenId)}`,
      'The link works once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
      '',
    ].join('\n\n'),
  }),
};
