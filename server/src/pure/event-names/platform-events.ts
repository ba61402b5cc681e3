import type { JsonValue } from '#pure/custom-fields';

interface PlatformEvent {
  /** When it is recorded. */
  readonly when: string;
  /** Fields of its `data`, in addition to those that all events of its kind have. */
  readonly data: Readonly<Record<string, string>>;
  /** Fields that are left out where they do not apply. */
  readonly optionalData?: Readonly<Record<string, string>>;
  /** Another name that works wherever a name is matched (D-403). */
  readonly alias?: string;
}

/** `data` of every event about a mail that was sent (D-417). */
export const emailData = {
  emailId: 'the email',
  recipient: 'its address',
  subject: 'as it was rendered',
  from: 'address of the sender',
  fromName: 'name of the sender, or null',
  messageId: '`Message-ID` of the message',
  type: '`TRANSACTIONAL`, `MARKETING` or `HEADLESS`',
  sourceType: '`TRANSACTIONAL`, `CAMPAIGN` or `WORKFLOW`',
  templateId: 'or null',
  campaignId: 'or null',
  workflowId: 'or null',
  executionId: 'or null',
  test: 'whether it is test mail',
};

const subscriptionData = {
  data: { source: '`api`, `send`, `track`, `bulk`, `import`, `page`, `feedback`' },
  optionalData: {
    reason: '`one_click`, `link` or `manage` from a page, `bounce` or `complaint` from feedback',
    emailId: 'the email it came from',
    campaignId: 'the campaign it came from',
  },
};

const membershipData = {
  data: { segmentId: 'the segment', segmentName: 'its name at that moment', slug: 'its slug at that moment' },
};

/** Every event that the service records, as `docs/reference/events.md` shows it (D-416 to D-419). */
export const platformEvents = {
  'email.sent': { when: 'The relay accepted the message.', data: { sentAt: 'when' } },
  'email.delivery': {
    when: 'The receiving server accepted it.',
    data: { deliveredAt: 'when' },
    alias: 'email.delivered',
  },
  'email.open': {
    when: 'First counted open of the email; later ones only raise its counter.',
    data: { openedAt: 'when', opens: 'opens counted so far', isFirstOpen: 'always true' },
    alias: 'email.opened',
  },
  'email.click': {
    when: 'First counted click on each link.',
    data: {
      link: 'the address',
      clickedAt: 'when',
      clicks: 'clicks counted so far',
      isFirstClick: 'whether it is the first of the email',
    },
    alias: 'email.clicked',
  },
  'email.bounce': {
    when: 'Final non-delivery.',
    data: {
      bounceType: '`Permanent` or `Transient`',
      bouncedAt: 'when',
      diagnostic: 'what the receiving server said, or null',
    },
    optionalData: { transientBounce: 'true, only when Transient' },
    alias: 'email.bounced',
  },
  'email.complaint': {
    when: 'Marked as spam.',
    data: { complainedAt: 'when', feedbackType: 'as reported, or null' },
    alias: 'email.complained',
  },
  'email.received': {
    when: 'Incoming mail of the contact (D-682). It has none of the common data.',
    data: {
      sourceType: 'always `INBOUND`',
      emailId: 'always null',
      messageId: '`Message-ID`, or null',
      from: 'address of the sender',
      fromHeader: '`From` as written',
      to: 'addresses of `To`',
      subject: 'of the mail',
      timestamp: 'when it was received',
      recipients: 'addresses it was delivered to',
      hasContent: 'whether `body` has a text',
      body: 'its text, or null',
      bodyTruncated: 'whether `body` was cut',
      size: 'bytes of the mail',
      spamVerdict: '`PASS`, `FAIL`, `GRAY` or `PROCESSING_FAILED`',
      virusVerdict: 'the same',
      spfVerdict: 'the same',
      dkimVerdict: 'the same',
      dmarcVerdict: 'the same',
      processingTimeMillis: 'how long the checks took',
      autoSubmitted: 'whether a machine wrote it',
    },
  },
  'email.failed': {
    when: 'Given up, not handed over, or rejected by the provider after acceptance.',
    data: { reason: 'a code', error: 'what the receiving side said, or null' },
  },
  'email.suppressed': { when: 'Not sent on purpose.', data: { reason: 'a code, such as `UNSUBSCRIBED`' } },
  'contact.subscribed': { when: 'An existing contact became subscribed.', ...subscriptionData },
  'contact.unsubscribed': { when: 'An existing contact became unsubscribed.', ...subscriptionData },
  'segment.<slug>.entry': { when: 'The contact entered a tracked segment.', ...membershipData },
  'segment.<slug>.exit': { when: 'The contact left a tracked segment.', ...membershipData },
} satisfies Readonly<Record<string, PlatformEvent>>;

type PlatformEventName = keyof typeof platformEvents;

/** What the code that records an event puts into its `data`: the fields of the table and no others. */
export type PlatformEventData<Name extends PlatformEventName> = {
  [Field in keyof (typeof platformEvents)[Name]['data']]: JsonValue;
} & ((typeof platformEvents)[Name] extends { optionalData: infer Optional }
  ? { [Field in keyof Optional]?: JsonValue }
  : unknown);

type AfterPrefix<Name> = Name extends `email.${infer Activity}` ? Activity : never;

/** The events about a mail that was sent, without their prefix. */
export type EmailEventName = Exclude<AfterPrefix<PlatformEventName>, 'received'>;
