import { domainOf } from '#pure/addresses';

/** The domains of each; the twin in SQL is `mailbox_provider`. */
export const providerDomains: Readonly<Record<string, readonly string[]>> = {
  google: ['gmail.com', 'googlemail.com'],
  microsoft: [
    'outlook.com',
    'hotmail.com',
    'live.com',
    'msn.com',
    'hotmail.co.uk',
    'hotmail.fr',
    'outlook.de',
    'live.nl',
  ],
  yahoo: ['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de', 'yahoo.co.jp', 'aol.com'],
  apple: ['icloud.com', 'me.com', 'mac.com'],
  gmx: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'web.de'],
  proton: ['proton.me', 'protonmail.com', 'pm.me'],
  zoho: ['zoho.com', 'zohomail.com'],
  yandex: ['yandex.ru', 'yandex.com', 'ya.ru'],
  mailru: ['mail.ru', 'inbox.ru', 'list.ru', 'bk.ru'],
  tencent: ['qq.com', 'foxmail.com'],
  netease: ['163.com', '126.com', 'yeah.net'],
  naver: ['naver.com'],
  orange: ['orange.fr', 'wanadoo.fr'],
  telekom: ['t-online.de', 'magenta.de'],
  comcast: ['comcast.net'],
};

const byDomain = new Map(
  Object.entries(providerDomains).flatMap(([provider, names]) => names.map((name) => [name, provider] as const)),
);

/** Who keeps the mailbox, of a fixed list: a row for each domain would grow with the audience (D-1023). */
export const mailboxProvider = (recipient: string | null): string =>
  (recipient === null ? undefined : byDomain.get(domainOf(recipient))) ?? 'other';
