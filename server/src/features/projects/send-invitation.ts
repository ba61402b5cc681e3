import { z } from 'zod';
import { makeToken } from '#features/accounts';
import { defineInstanceTask } from '#platform/context';
import { findInvitation, inviterOf } from './find-invitation.ts';

/** Mails one invitation. A second run mails the same link again; one used or withdrawn meanwhile mails nothing. */
export const sendInvitation = defineInstanceTask({
  name: 'projects.send-invitation',
  payload: z.object({ invitationId: z.string() }),
  priority: 'urgent',
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { invitationId }) {
    const invitation = await ctx.read((reader) => findInvitation(reader, invitationId));
    if (!invitation) return;
    const inviter = invitation.inviterName ? plainName(invitation.inviterName) : inviterOf(invitation);
    const project = plainName(invitation.projectName);
    await ctx.mail.send({
      to: invitation.email,
      subject: `${inviter} invites you to ${project}`,
      text: [
        'Hello,',
        `${inviter} invites you to the project ${project} at ${ctx.config.BASE_URL}. Accept here:`,
        `${ctx.config.BASE_URL}/app/invite/${makeToken(ctx.config, 'invitation', invitationId)}`,
        'The invitation is valid for 7 days. If you do not know who this is, ignore this mail.',
        '',
      ].join('\n\n'),
    });
  },
});

const maxCharacters = 60;

/**
 * Names are chosen by users, and strangers read them in a mail of ours: one short line, and nothing that a mail program
 * would turn into a link.
 */
export const plainName = (text: string): string =>
  text
    .slice(0, 1_000)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[:/\\@]+/g, ' ')
    .replace(/\.(?=\S)/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed();
