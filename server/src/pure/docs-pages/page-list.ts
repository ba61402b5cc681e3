export interface ListedPage {
  /** The file below `docs`, without `.md`; also its address below `/docs`. */
  readonly path: string;
  /** What the navigation calls it. */
  readonly title: string;
}

interface PageGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

const page = (path: string, title: string): ListedPage => ({ path, title });

/** The pages of the documentation, in reading order. A test compares them with the files below `docs`. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: 'Start',
    pages: [page('quickstart', 'Quickstart'), page('guides/first-mail', 'Your first mail, in the dashboard')],
  },
  {
    title: 'Guides',
    pages: [
      page('guides/send-a-mail', 'Send a mail'),
      page('guides/smtp', 'Send by SMTP'),
      page('guides/templates', 'Templates with data'),
      page('guides/track-events', 'Track events'),
      page('guides/import-contacts', 'Import contacts'),
      page('guides/segments', 'Segments'),
      page('guides/campaigns', 'Campaigns'),
      page('guides/workflows', 'Workflows'),
      page('guides/sending-domain', 'Sending domain'),
      page('guides/unsubscribe', 'Unsubscribing and preferences'),
      page('guides/webhooks', 'Webhooks'),
      page('guides/agents', 'Agents'),
      page('guides/sdk', 'TypeScript client'),
      page('guides/react-email', 'React Email'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      page('concepts/projects', 'Projects and keys'),
      page('concepts/contacts', 'Contacts'),
      page('concepts/when-a-mail-leaves', 'When a mail leaves'),
      page('concepts/delivery-states', 'States of a mail'),
      page('concepts/idempotency', 'Idempotency'),
      page('concepts/test-mode', 'Test mode'),
      page('concepts/limits', 'Limits'),
    ],
  },
  {
    title: 'Operating',
    pages: [
      page('operating/self-hosting', 'Self-hosting'),
      page('operating/doctor', 'Checks of the installation'),
      page('operating/sizing', 'Sizing'),
      page('operating/capacity', 'Capacity'),
      page('operating/scaling-out', 'Scaling out'),
      page('operating/failover', 'High availability'),
      page('operating/pooler', 'Connection pooler'),
      page('operating/cells', 'Several installations'),
      page('operating/processes', 'Several processes'),
      page('operating/kubernetes', 'Kubernetes'),
      page('operating/backup', 'Backup and restore'),
      page('operating/point-in-time-recovery', 'Point-in-time recovery'),
      page('operating/upgrade', 'Upgrading'),
      page('operating/stopping', 'Stopping and deploying'),
      page('operating/delivery', 'How mail leaves'),
      page('operating/inbound', 'Bounces and incoming mail'),
      page('operating/amazon-ses', 'Amazon SES'),
      page('operating/uploads', 'Uploads'),
      page('operating/payments', 'Payments'),
      page('operating/secret-keys', 'Secret keys'),
      page('operating/database-trouble', 'Database in trouble'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/errors', 'Errors'),
      page('reference/events', 'Events'),
      page('reference/settings', 'Settings'),
      page('reference/limits', 'Limits'),
      page('reference/figures', 'Figures'),
      page('reference/proof', 'Proof'),
      page('promises', 'Promises'),
      page('glossary', 'Glossary'),
      page('contract/README', 'Contract'),
      page('contract/00-conventions', '00 Conventions'),
      page('contract/01-contacts-and-fields', '01 Contacts and fields'),
      page('contract/02-conditions-and-segments', '02 Conditions and segments'),
      page('contract/03-events-and-track', '03 Events and tracking'),
      page('contract/04-templates-and-language', '04 Templates'),
      page('contract/05-sending-and-emails', '05 Sending and emails'),
      page('contract/06-domains', '06 Domains'),
      page('contract/07-campaigns', '07 Campaigns'),
      page('contract/08-workflows', '08 Workflows'),
      page('contract/09-reports-uploads-config', '09 Reports, uploads, webhooks'),
      page('contract/10-accounts-projects-billing', '10 Accounts and projects'),
      page('contract/99-endpoints', '99 All endpoints'),
    ],
  },
];

/** Folders below `docs` that are served whole without standing in the navigation: a page for each error code, and pictures. */
export const errorFolder = 'errors';
export const pictureFolder = 'pictures';

/** Pages below `docs` for people who change the code; they are read in the repository, and links to them become text. */
export const leftOut = /^(?:decisions\/|guides\/add-a-feature$|faults$|threats$)/;
