import { z } from 'zod';
import { listTeamLeaders, projectPageUrl } from '#features/projects';
import { defineInstanceTask, type ProjectId, type ProjectReader } from '#platform/context';
import type { AccountMail } from '#platform/mail';
import { cleanHeaderText } from '#pure/message';
import { type Category, categories } from './category.ts';
import { type Step, steps } from './step.ts';

/** Mails one owner or admin that a part of a cap is used. A second run repeats the mail to this person alone. */
export const sendNotice = defineInstanceTask({
  name: 'billing.send-notice',
  payload: z.object({
    projectId: z.string(),
    userId: z.string(),
    category: z.enum(categories),
    percent: z.literal(steps),
  }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, userId, category, percent }) {
    if (!ctx.mail.canSend) return;
    const project = ctx.inProject(projectId as ProjectId); // stamped by the transaction that reached it
    const notice = await project.read((reader) => findNotice(reader, category, percent));
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    if (!notice || !leader) return;
    const page = projectPageUrl(ctx.config, project.projectId, 'settings/billing');
    await ctx.mail.send({ to: leader.email, ...noticeText(leader.projectName, notice, page) });
  },
});

interface CapNotice {
  readonly category: Category;
  readonly percent: number;
  readonly cap: string;
  readonly used: string;
  readonly resetsAt: Date;
}

/** The notice of the latest period that reached this step. */
async function findNotice(
  { db, projectId }: ProjectReader,
  category: Category,
  percent: Step,
): Promise<CapNotice | null> {
  const row = await db
    .selectFrom('billingNotices')
    .select(['category', 'percent', 'cap', 'used', 'resetsAt'])
    .where('projectId', '=', projectId)
    .where('category', '=', category)
    .where('percent', '=', percent)
    .orderBy('periodStart', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const kinds: Record<Category, string> = {
  transactional: 'transactional mail',
  campaigns: 'mail of campaigns',
  workflows: 'mail of workflows',
  inbound: 'received mail',
};

const effects: Record<Category, string> = {
  transactional: 'Until then further mail of this kind is refused.',
  campaigns: 'Until then campaigns wait, for 72 hours at most.',
  workflows: 'Until then mail of workflows is not sent, and the workflows go on without it.',
  inbound: 'Mail is still received.',
};

function noticeText(
  projectName: string,
  { category, percent, cap, used, resetsAt }: CapNotice,
  page: string,
): Omit<AccountMail, 'to'> {
  const project = cleanHeaderText(projectName);
  const isFull = percent >= 100;
  const facts = [
    `${used} of ${cap} are used in this period, which ends on ${resetsAt.toISOString().slice(0, 10)} (UTC).`,
    isFull ? effects[category] : 'Nothing is refused yet.',
  ];
  return {
    subject: `${project}: ${isFull ? 'the cap' : `${percent} % of the cap`} for ${kinds[category]} is reached`,
    text: ['Hello,', ...facts, page, ''].join('\n\n'),
  };
}
