import { z } from 'zod';
import { allowedNetworks } from './allowed-networks.ts';
import { mailRelays } from './mail-relays.ts';
import mailboxProviders from './mailbox-providers.json' with { type: 'json' };
import { oauthProviders } from './oauth-providers.ts';
import { paymentSettings, stripeStandIn } from './payment-settings.ts';
import { secretList } from './secret-list.ts';
import { sentLogSettings } from './sent-log-settings.ts';
import {
  flag,
  list,
  oneOf,
  optionalPort,
  optionalText,
  optionalWhole,
  processes,
  setting,
  text,
  url,
  whole,
} from './setting.ts';
import { snsStandIn } from './sns-stand-in.ts';
import { storageSettings } from './storage-settings.ts';
import { submissionSettings } from './submission-settings.ts';

const running = { group: 'Running' };
const database = { group: 'Database' };
const secrets = { group: 'Secrets' };
const limits = { group: 'Limits' };
const accounts = { group: 'Accounts' };
const mail = { group: 'Account mail' };
const sending = { group: 'Sending' };
const domains = { group: 'Sender domains' };
const inbound = { group: 'Incoming mail' };
const calls = { group: 'Calls to URLs of customers' };
const host = optionalText.pipe(
  z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name')
    .nullable(),
);
const serverAddress = /^(\[[0-9a-fA-F:.]+\](:\d{1,5})?|[0-9.]+(:\d{1,5})?|[0-9a-fA-F:]+)$/;
const dnsLabel = text.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'one lower-case part of a host name');

const databaseAddress = text.regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** Every setting of the product, in the order of the reference page. No other module reads the environment. */
export const settings = {
  ENVIRONMENT: setting(
    oneOf(['production', 'development', 'test']),
    'What kind of instance this is. `development` allows plain http cookies and prints account mail to the log.',
    { ...running, fallback: 'production' },
  ),
  HOST: setting(text, 'Address the API listens on.', { ...running, fallback: '0.0.0.0' }),
  PORT: setting(whole(0, 65_535), 'Port of the API. 0 takes any free port.', { ...running, fallback: '8080' }),
  METRICS_HOST: setting(text, 'Address of the operator port (health, readiness, metrics).', {
    ...running,
    fallback: '127.0.0.1',
  }),
  METRICS_PORT: setting(whole(0, 65_535), 'Port for health, readiness and metrics. 0 takes any free port.', {
    ...running,
    fallback: '9090',
  }),
  BASE_URL: setting(
    url,
    'Address under which people and apps reach this instance, without a final slash. Left out: localhost with the port of PORT.',
    {
      ...running,
      fallback: 'http://localhost:<PORT>',
    },
  ),
  DASHBOARD_FOLDER: setting(
    optionalText.pipe(
      z
        .string()
        .regex(/^(\/.*|none)$/, 'an absolute path, or none')
        .nullable(),
    ),
    'Folder of the built dashboard, which the API serves below `/app`. Empty: the one of this program. With `none` it serves no dashboard.',
    { ...running, fallback: '' },
  ),
  CELL: setting(
    text.regex(/^[a-z0-9]{0,8}$/, 'up to 8 lower-case letters and digits'),
    'Mark of this installation in keys and links, read by a router in front of several installations. Empty for one.',
    { ...running, fallback: '' },
  ),
  TRUSTED_PROXIES: setting(
    whole(0, 10),
    'How many proxies stand in front. Only that many entries of `X-Forwarded-For` are believed.',
    { ...running, fallback: '0' },
  ),
  LOG_LEVEL: setting(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'How much is logged.', {
    ...running,
    fallback: 'info',
  }),
  SHUTDOWN_SECONDS: setting(whole(1, 300), 'How long a stopping process may finish what it began.', {
    ...running,
    fallback: '30',
  }),
  DRAIN_SECONDS: setting(
    optionalWhole(300),
    'How long a stopping process answers as before while `/ready` says no, so that a router sends its requests elsewhere. Empty: 5 in production, 0 otherwise. A process is gone after DRAIN_SECONDS + SHUTDOWN_SECONDS + 10 at the latest.',
    { ...running, fallback: '' },
  ),
  PROCESSES: setting(
    processes,
    'How many API processes the roles `all` and `api` start under one parent on one port, beside one worker for `all`; `auto` is one for each core that this program may use, 8 at most. With 1 a role is a single process, which needs the least memory. See `docs/operating/processes.md`.',
    { ...running, fallback: '1' },
  ),
  RENDER_THREADS: setting(
    whole(1, 64),
    'Threads of one process that render mail. With two or more no project can occupy all of them. Each may hold up to 108 MB while it works on a hostile text, and some 40 MB otherwise; they start for the first text that needs one and end after five minutes without any.',
    { ...running, fallback: '2' },
  ),
  DATABASE_URL: setting(databaseAddress, 'The PostgreSQL (15 or newer) that holds everything, or a pooler before it.', {
    ...database,
    isSecret: true,
  }),
  DATABASE_DIRECT_URL: setting(
    optionalText.pipe(databaseAddress.nullable()),
    'The same database without the pooler that DATABASE_URL leads to, for the few connections that a pooler in transaction mode cannot serve: migrations, backups and one that listens for notifications. See `docs/operating/pooler.md`.',
    { ...database, fallback: '', isSecret: true },
  ),
  DATABASE_POOL_SIZE: setting(
    whole(1, 200),
    'Connections of one process for requests and tasks. Two of them (one of three or fewer) are kept for who comes in and how often. The API processes of PROCESSES divide them, three each at least.',
    { ...database, fallback: '10' },
  ),
  DATABASE_CONNECTIONS_PER_PROJECT: setting(
    whole(0, 200),
    'How many of those connections one project may hold at once, so that slow requests of one do not stop the others. 0 means no limit; best for an instance with a single project.',
    { ...database, fallback: '3' },
  ),
  SPOOL_POOL_SIZE: setting(
    whole(1, 200),
    'Connections of one worker for mail under way and other due rows, apart from requests and tasks. Claims and the gate have up to 4 more.',
    { ...database, fallback: '5' },
  ),
  QUEUE_POOL_SIZE: setting(
    whole(1, 50),
    'Connections of one process for the task queue. The API processes of PROCESSES divide them, one each at least.',
    { ...database, fallback: '4' },
  ),
  DATABASE_PREPARED_STATEMENTS: setting(
    flag,
    'Keep prepared statements on connections. Turn off behind a pooler that does not keep them.',
    { ...database, fallback: 'true' },
  ),
  SECRET_KEY: setting(
    text.min(32, 'at least 32 characters'),
    'Signs links and tokens and encrypts stored secrets. Make one with `openssl rand -base64 32` and keep it beside the backups of the database. To change it, list the old value in `SECRET_KEYS_OLD` and run `rotate`: `docs/operating/secret-keys.md`.',
    { ...secrets, isSecret: true },
  ),
  SECRET_KEYS_OLD: setting(
    secretList,
    'Other keys that are believed beside `SECRET_KEY`: values it had before, or the one it gets next. Separated by commas, or a JSON array. What they sealed can be opened; links, return paths and account mail signed with them stay good. `rotate` says when one can be dropped.',
    { ...secrets, fallback: '', isSecret: true },
  ),
  IDEMPOTENCY_TTL_HOURS: setting(whole(1, 720), 'How long an Idempotency-Key is remembered.', {
    ...limits,
    fallback: '24',
  }),
  IDEMPOTENCY_SEPARATE_PUBLIC_KEYS: setting(
    flag,
    'Give idempotency keys sent with the public key a space of their own.',
    { ...limits, fallback: 'false' },
  ),
  PUBLIC_KEY_LIMIT_PER_ADDRESS: setting(
    whole(0, 1_000_000),
    'Public-key calls per minute and client address, IPv6 by its first 64 bits. Raise it if a server of yours tracks for many visitors. 0 means no limit.',
    { ...limits, fallback: '60' },
  ),
  OPEN_CALLS_PER_ADDRESS: setting(
    whole(0, 10_000_000),
    'Calls a minute without credentials (pages, pixels, links, `/config`, notices of topics that nobody named) that one process answers to one client address, IPv6 by its first 64 bits. Mail providers fetch pixels of many readers from few addresses: keep it generous. 0 means no limit.',
    { ...limits, fallback: '6000' },
  ),
  EVENT_RETENTION_DAYS: setting(
    whole(0, 36_500),
    'How many days events are kept; whole months go once their last day is older. 0 keeps them all.',
    { ...limits, fallback: '0' },
  ),
  WORKFLOW_HISTORY_DAYS: setting(
    whole(1, 3_650),
    'How many days finished executions of workflows and their steps are kept; whole months go once their last day is older.',
    { ...limits, fallback: '90' },
  ),
  REQUEST_LOG_DAYS: setting(
    whole(1, 90),
    'How many days the request log of a project is kept; a whole day goes once its last hour is older.',
    { ...limits, fallback: '7' },
  ),
  REQUEST_LOG_BODIES: setting(
    oneOf(['all', 'errors', 'none']),
    'Which calls keep their bodies in the request log, without secrets and cut off where they are long: all, those that failed, or none.',
    { ...limits, fallback: 'all' },
  ),
  INBOX_BYTES_PER_PROJECT: setting(
    whole(1_048_576, 1_099_511_627_776),
    'How many bytes of captured test mail a project keeps; the oldest go first.',
    { ...limits, fallback: '209715200' },
  ),
  TEST_BYTES_PER_DAY: setting(
    whole(0, 1_099_511_627_776),
    'How many bytes of test mail (bodies for each recipient, files once) a project may have accepted in a day. 0 means no limit.',
    { ...limits, fallback: '209715200' },
  ),
  MAX_PROJECTS_PER_USER: setting(whole(1, 100_000), 'How many projects one person may own.', {
    ...limits,
    fallback: '20',
  }),
  SIGNUPS: setting(
    oneOf(['open', 'owner', 'closed']),
    'Who may sign up: anyone; only the first owner with the token printed at first start; nobody without an invitation.',
    { ...accounts, fallback: 'open' },
  ),
  OAUTH_PROVIDERS: setting(
    oauthProviders,
    'Sign-in providers as a JSON array. Presets: `{"id":"google","preset":"google","clientId":…,"clientSecret":…}` (also `github`); any OpenID Connect issuer: `{"id","name","issuer","clientId","clientSecret"}`.',
    { ...accounts, fallback: '[]', isSecret: true },
  ),
  ACCOUNT_SMTP_URL: setting(
    optionalText,
    'Relay for account mail (verification, password reset, invitations), for example `smtp://user:pass@relay.example:587`. Empty: nobody needs to verify an address.',
    { ...mail, fallback: '', isSecret: true },
  ),
  ACCOUNT_MAIL_FROM: setting(text, 'Sender of account mail.', { ...mail, fallback: 'Postrider <postrider@localhost>' }),
  SANDBOX_DOMAIN: setting(
    text.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a domain name in lower case'),
    'Domain from which every project may send test mail. It is never routed.',
    { ...domains, fallback: 'postrider.test' },
  ),
  DNS_RESOLVERS: setting(
    list.pipe(z.array(z.string().regex(serverAddress, 'must be addresses with an optional port'))),
    'Name servers for domain and address checks, as `address` or `address:port`, separated by commas. Best two of different operators: a record counts as gone only when both say so. Empty: those of the machine.',
    { ...domains, fallback: '' },
  ),
  MAIL_FROM_SUBDOMAIN: setting(dnsLabel, 'Name below a sender domain that bounces come back to.', {
    ...domains,
    fallback: 'bounce',
  }),
  DKIM_SELECTOR: setting(dnsLabel, 'Name of the key in new sender domains: `<selector>._domainkey.<domain>`.', {
    ...domains,
    fallback: 'postrider',
  }),
  BOUNCE_HOST: setting(
    host,
    'Host that receives bounces. When set, every sender domain must point its return path there.',
    { ...domains, fallback: '' },
  ),
  RELAY_SPF: setting(
    optionalText,
    'SPF mechanisms of the relay that sends the mail, for example `include:spf.relay.example`. When set, sender domains are advised to publish it.',
    { ...domains, fallback: '' },
  ),
  TRACKING_HOST: setting(host, 'Host that serves tracked links. When set, sender domains may point `links.` there.', {
    ...domains,
    fallback: '',
  }),
  MAILBOX_PROVIDERS: setting(
    list,
    'Domains that nobody may add as sender domain, because they belong to mailbox providers; names below them included.',
    {
      ...domains,
      fallback: mailboxProviders.join(','),
    },
  ),
  MARKETING_WITHOUT_DMARC: setting(
    oneOf(['warn', 'refuse']),
    'Whether marketing mail from a domain without a DMARC record is warned about or refused.',
    { ...domains, fallback: 'warn' },
  ),
  MAIL_RELAYS: setting(
    mailRelays,
    'Where mail leaves, in order: the next one is used while the one before it is down. Addresses separated by commas (`smtp://user:pass@relay.example:587`, `smtps://…`), or a JSON array of `{"url", "ratePerSecond", "ehloName", "ca", "signs"}` and `{"kind":"ses", "region", "configurationSet", "ratePerSecond"}`. TLS with a valid certificate is required off this machine. Empty: all mail is test mail, except that of projects with a provider of their own.',
    { ...sending, fallback: '', isSecret: true },
  ),
  MAIL_RATE_PER_SECOND: setting(
    whole(0, 1_000_000),
    'Mails a second that may leave this installation, over all workers and relays. 0 means no limit.',
    { ...sending, fallback: '0' },
  ),
  DOUBT_WAIT_SECONDS: setting(
    whole(0, 86_400),
    'How long to look for evidence when the answer to a hand-over was lost, before a transactional mail is sent once more and any other is taken as sent.',
    { ...sending, fallback: '300' },
  ),
  ...sentLogSettings,
  EMAIL_BODY_DAYS: setting(
    whole(4, 3_650),
    'How many days the bodies of mails are kept. At least 4: a mail may be tried for three.',
    { ...sending, fallback: '30' },
  ),
  MAX_ATTACHMENTS: setting(whole(0, 100), 'How many files one mail may carry.', { ...sending, fallback: '10' }),
  MAX_ATTACHMENT_BYTES: setting(
    whole(0, 40 * 1_048_576),
    'How many bytes the files of one mail may have together, before they are encoded.',
    { ...sending, fallback: '10485760' },
  ),
  DELIVERY_LEASE_SECONDS: setting(
    whole(1, 600),
    'How long a worker that has gone silent keeps the mails it was handing over.',
    { ...sending, fallback: '45' },
  ),
  WORKFLOW_LEASE_SECONDS: setting(
    whole(1, 600),
    'How long a worker that has gone silent keeps the executions of workflows it was working on.',
    { ...sending, fallback: '45' },
  ),
  INBOUND_PORT: setting(
    optionalPort,
    'Port on which the roles `inbound` and `all` take mail by SMTP: bounces of mail sent, and mail to domains that receive. Empty: nothing listens. 0 takes any free port.',
    { ...inbound, fallback: '' },
  ),
  INBOUND_LISTEN: setting(text, 'Address on which incoming mail is taken.', { ...inbound, fallback: '0.0.0.0' }),
  INBOUND_HOST: setting(
    host,
    'Public name of the host that takes incoming mail. When set, sender domains may point their MX record there to receive mail.',
    { ...inbound, fallback: '' },
  ),
  FEEDBACK_ADDRESS: setting(
    optionalText.pipe(
      z
        .string()
        .regex(/^[a-z0-9._+-]+@[a-z0-9.-]+$/, 'one address in lower case')
        .nullable(),
    ),
    'Address that is registered with mailbox providers for their complaint reports; its host must lead here.',
    { ...inbound, fallback: '' },
  ),
  INBOUND_TLS_CERT: setting(
    optionalText,
    'Certificate chain (PEM) for STARTTLS of incoming mail; best by `INBOUND_TLS_CERT_FILE`. Empty: incoming mail is not encrypted.',
    { ...inbound, fallback: '' },
  ),
  INBOUND_TLS_KEY: setting(optionalText, 'Private key (PEM) of that certificate.', {
    ...inbound,
    fallback: '',
    isSecret: true,
  }),
  INBOUND_MAX_BYTES: setting(whole(65_536, 52_428_800), 'Largest mail that is taken.', {
    ...inbound,
    fallback: '10485760',
  }),
  INBOUND_MAX_CONNECTIONS: setting(whole(1, 10_000), 'Connections of one process at once.', {
    ...inbound,
    fallback: '100',
  }),
  INBOUND_CONNECTIONS_PER_ADDRESS: setting(
    whole(0, 10_000),
    'Connections of one process at once from one address, IPv6 by its first 64 bits. 0 means no limit; raise it if a relay of yours hands on all incoming mail.',
    { ...inbound, fallback: '10' },
  ),
  INBOUND_CONNECTION_SECONDS: setting(whole(10, 86_400), 'How long one connection may last.', {
    ...inbound,
    fallback: '600',
  }),
  INBOUND_RATE_PER_ADDRESS: setting(
    whole(0, 1_000_000),
    'Mails a minute from one address; more are asked to come later. 0 means no limit.',
    { ...inbound, fallback: '600' },
  ),
  ...submissionSettings,
  SES_SNS_TOPIC_ARNS: setting(
    list.pipe(
      z.array(z.string().regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_.-]+$/, 'must be topic ARNs')),
    ),
    'Topics of Amazon SNS whose notices about mail sent by SES are believed at `/webhooks/ses`, separated by commas. All others are refused.',
    { ...sending, fallback: '' },
  ),
  WEBHOOK_ALLOW_HTTP: setting(
    flag,
    'Whether URLs that customers give may begin with `http://`. What is sent to them can be read and changed on its way.',
    { ...calls, fallback: 'false' },
  ),
  WEBHOOK_ALLOWED_NETWORKS: setting(
    allowedNetworks,
    'Addresses that may be called although they are not public, for every project and for Amazon SNS by a private endpoint: `10.1.2.0/24`, `10.1.2.3` or `fd00::/8`, separated by commas. They open the ports 80, 443, 8080 and 8443; `10.1.2.3:9000` or `[fd00::/8]:9000` opens that port and no other. A certificate of your own authority is trusted by `NODE_EXTRA_CA_CERTS` of Node.',
    { ...calls, fallback: '' },
  ),
  PROVIDER_ALLOWED_NETWORKS: setting(
    allowedNetworks,
    'Addresses at which a mail server that a project brings may be although they are not public, in the same form. They open the ports 25, 465, 587, 2465, 2525 and 2587; `10.1.2.3:1025` opens that port and no other.',
    { ...calls, fallback: '' },
  ),
  ...storageSettings,
  ...paymentSettings,
  CRASH_AT: setting(
    optionalText,
    'Ends the process at a named point, for fault runs. Works only when ENVIRONMENT is `test`.',
    { group: 'Testing', fallback: '' },
  ),
  SNS_STAND_IN: setting(
    snsStandIn,
    'JSON with `port` and `ca` of a server on this machine that stands for Amazon SNS. Works only when ENVIRONMENT is `test`.',
    { group: 'Testing', fallback: '' },
  ),
  STRIPE_STAND_IN: stripeStandIn,
} as const;
