const names: Readonly<Record<string, string>> = {
  google: 'Gmail',
  microsoft: 'Outlook and Hotmail',
  yahoo: 'Yahoo and AOL',
  apple: 'iCloud',
  gmx: 'GMX and WEB.DE',
  proton: 'Proton',
  zoho: 'Zoho',
  yandex: 'Yandex',
  mailru: 'Mail.ru',
  tencent: 'QQ Mail',
  netease: 'NetEase',
  naver: 'Naver',
  orange: 'Orange',
  telekom: 'Telekom',
  comcast: 'Comcast',
  other: 'All others',
};

/** What people call a provider of mailboxes. */
export const providerName = (provider: string): string => names[provider] ?? provider;
