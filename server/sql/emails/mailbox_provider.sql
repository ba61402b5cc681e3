-- Who keeps a mailbox, of a fixed list; the twin of `pure/mailbox-providers`, whose test compares them.
-- Why an object: a constant costs nothing to prepare, while each branch of a `case` does, in every statement.
create or replace function mailbox_provider(recipient text) returns text language sql immutable parallel safe as $$
  select coalesce('{
     "gmail.com": "google", "googlemail.com": "google", "outlook.com": "microsoft", "hotmail.com": "microsoft",
     "live.com": "microsoft", "msn.com": "microsoft", "hotmail.co.uk": "microsoft", "hotmail.fr": "microsoft",
     "outlook.de": "microsoft", "live.nl": "microsoft", "yahoo.com": "yahoo", "ymail.com": "yahoo", "rocketmail.com": "yahoo",
     "yahoo.co.uk": "yahoo", "yahoo.fr": "yahoo", "yahoo.de": "yahoo", "yahoo.co.jp": "yahoo", "aol.com": "yahoo",
     "icloud.com": "apple", "me.com": "apple", "mac.com": "apple", "gmx.de": "gmx", "gmx.net": "gmx", "gmx.at": "gmx",
     "gmx.ch": "gmx", "gmx.com": "gmx", "web.de": "gmx", "proton.me": "proton", "protonmail.com": "proton", "pm.me": "proton",
     "zoho.com": "zoho", "zohomail.com": "zoho", "yandex.ru": "yandex", "yandex.com": "yandex", "ya.ru": "yandex",
     "mail.ru": "mailru", "inbox.ru": "mailru", "list.ru": "mailru", "bk.ru": "mailru", "qq.com": "tencent",
     "foxmail.com": "tencent", "163.com": "netease", "126.com": "netease", "yeah.net": "netease", "naver.com": "naver",
     "orange.fr": "orange", "wanadoo.fr": "orange", "t-online.de": "telekom", "magenta.de": "telekom", "comcast.net": "comcast"
  }'::jsonb ->> lower(split_part(recipient, '@', -1)), 'other')
$$;
