-- Who keeps a mailbox, of a fixed list; the twin of `pure/mailbox-providers`, whose test compares them.
create or replace function mailbox_provider(recipient text) returns text language sql immutable parallel safe as $$
  select case lower(substring(recipient from '[^@]*$'))
    when 'gmail.com' then 'google' when 'googlemail.com' then 'google'
    when 'outlook.com' then 'microsoft' when 'hotmail.com' then 'microsoft' when 'live.com' then 'microsoft'
    when 'msn.com' then 'microsoft' when 'hotmail.co.uk' then 'microsoft' when 'hotmail.fr' then 'microsoft'
    when 'outlook.de' then 'microsoft' when 'live.nl' then 'microsoft'
    when 'yahoo.com' then 'yahoo' when 'ymail.com' then 'yahoo' when 'rocketmail.com' then 'yahoo'
    when 'yahoo.co.uk' then 'yahoo' when 'yahoo.fr' then 'yahoo' when 'yahoo.de' then 'yahoo' when 'yahoo.co.jp' then 'yahoo'
    when 'aol.com' then 'yahoo'
    when 'icloud.com' then 'apple' when 'me.com' then 'apple' when 'mac.com' then 'apple'
    when 'gmx.de' then 'gmx' when 'gmx.net' then 'gmx' when 'gmx.at' then 'gmx' when 'gmx.ch' then 'gmx' when 'gmx.com' then 'gmx'
    when 'web.de' then 'gmx'
    when 'proton.me' then 'proton' when 'protonmail.com' then 'proton' when 'pm.me' then 'proton'
    when 'zoho.com' then 'zoho' when 'zohomail.com' then 'zoho'
    when 'yandex.ru' then 'yandex' when 'yandex.com' then 'yandex' when 'ya.ru' then 'yandex'
    when 'mail.ru' then 'mailru' when 'inbox.ru' then 'mailru' when 'list.ru' then 'mailru' when 'bk.ru' then 'mailru'
    when 'qq.com' then 'tencent' when 'foxmail.com' then 'tencent'
    when '163.com' then 'netease' when '126.com' then 'netease' when 'yeah.net' then 'netease'
    when 'naver.com' then 'naver'
    when 'orange.fr' then 'orange' when 'wanadoo.fr' then 'orange'
    when 't-online.de' then 'telekom' when 'magenta.de' then 'telekom'
    when 'comcast.net' then 'comcast'
    else 'other' end
$$;
