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
    const inviter = oneLine(inviterOf(invitation));
    const project = oneLine(invitation.projectName);
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

/** Names are written by people; in a mail they stay one short line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
