import type { Entry } from '../entry.ts';
import { listEmails } from './list-emails.ts';
import { getEmail, resendEmail } from './one-email.ts';
import { sendMail } from './send-mail.ts';

export const emailEntries: readonly Entry[] = [sendMail, listEmails, getEmail, resendEmail];
