interface NoticeSubject {
  readonly projectId: string;
  readonly emailId: string;
  readonly attempt?: number;
  readonly recipient?: string;
}

/** The part of a notice that depends on its kind. */
const parts: Readonly<Record<string, object>> = {
  Send: { send: {} },
  Delivery: { delivery: { timestamp: '2026-11-14T10:00:05.000Z', processingTimeMillis: 546, smtpResponse: '250 ok' } },
  Bounce: {
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'ada@example.com',
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      timestamp: '2026-11-14T10:00:06.000Z',
      feedbackId: '0100017c-1',
      reportingMTA: 'dns; a8-40.smtp-out.amazonses.com',
    },
  },
  Complaint: {
    complaint: {
      complainedRecipients: [{ emailAddress: 'ada@example.com' }],
      timestamp: '2026-11-14T10:00:07.000Z',
      feedbackId: '0100017c-2',
      userAgent: 'Amazon SES Mailbox Simulator',
      complaintFeedbackType: 'abuse',
      arrivalDate: '2026-11-14T10:00:07.000Z',
    },
  },
  Reject: { reject: { reason: 'Bad content' } },
  DeliveryDelay: { deliveryDelay: { delayType: 'MailboxFull', timestamp: '2026-11-14T10:00:06.000Z' } },
  Open: { open: { ipAddress: '192.0.2.1', timestamp: '2026-11-14T10:00:06.000Z', userAgent: 'Mozilla/5.0' } },
};

/** A notice of Amazon SES about a mail, in the form of event publishing: our tags are returned as lists. */
export function sesNotice(kind: string, subject: NoticeSubject, more: object = {}): string {
  return JSON.stringify({ eventType: kind, mail: mailOf(subject, true), ...parts[kind], ...more });
}

/** The same in the older form of notifications: no tags, but the headers of the mail. */
export function sesNotification(kind: string, subject: NoticeSubject, domain: string, more: object = {}): string {
  const headers = [
    { name: 'From', value: `Acme <hello@${domain}>` },
    { name: 'Message-ID', value: `<${subject.emailId}@${domain}>` },
  ];
  const mail = { ...mailOf(subject, false), headersTruncated: false, headers, commonHeaders: { subject: 'Hello' } };
  return JSON.stringify({ notificationType: kind, mail, ...parts[kind], ...more });
}

const mailOf = (
  { projectId, emailId, attempt = 1, recipient = 'ada@example.com' }: NoticeSubject,
  hasTags: boolean,
): object => ({
  timestamp: '2026-11-14T10:00:04.000Z',
  source: 'hello@acme.example',
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/acme.example',
  sendingAccountId: '123456789012',
  messageId: '0100018f00000001-aaaa-000000',
  destination: [recipient],
  ...(hasTags
    ? {
        tags: {
          'ses:operation': ['SendEmail'],
          'ses:configuration-set': ['postrider'],
          project: [projectId],
          email: [emailId],
          attempt: [String(attempt)],
        },
      }
    : {}),
});
