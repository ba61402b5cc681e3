import { z } from 'zod';
import { defineInstanceTask } from '#platform/context';

/** Warns a person of too many wrong passwords for their account. A second run mails the same again. */
export const warnOwner = defineInstanceTask({
  name: 'accounts.warn-owner',
  /** Null: no account has the address that was tried. */
  payload: z.object({ userId: z.string().nullable() }),
  priority: 'urgent',
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { userId }) {
    if (userId === null || !ctx.mail.canSend) return;
    const user = await ctx.read(({ db }) =>
      db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst(),
    );
    if (!user) return;
    const { BASE_URL } = ctx.config;
    await ctx.mail.send({
      to: user.email,
      subject: 'Many wrong passwords for your account',
      text: [
        'Hello,',
        `somebody tried a hundred wrong passwords for your account at ${BASE_URL} within a day.`,
        'Until the day is over, passwords are taken only where you signed in during the last thirty days.',
        `If you cannot sign in, ask for a new password at ${BASE_URL}/app/login: the link mailed to you always works, and you can sign in from there afterwards.`,
        'Nothing of your account was changed. A password you use nowhere else is the best protection.',
        '',
      ].join('\n\n'),
    });
  },
});
