-- What many attempts have in common is stored once. A new table and an empty column; no row is rewritten, and the lock on
-- delivery_attempts is held for an instant. Beside the previous version: it goes on writing whole rows, and shows no relay for the
-- attempts of this one.
create table delivery_channels (
  -- A hash of the columns below, but for seen_at.
  id uuid primary key,
  -- Which process made the attempt; worker is null where another found its attempt without an ending.
  boot_id uuid,
  worker text,
  lane text,
  relay text,
  remote_address text,
  tls_version text,
  tls_cipher text,
  tls_verified boolean,
  ehlo_name text,
  -- How the sender of the envelope is made: {from} is the sender's address, {domain} the domain of it, {return-path} the signed
  -- name of the email; and a fingerprint of the secret that signed it.
  mail_from text,
  mail_from_key text,
  -- Renewed each hour in which attempts refer to it.
  seen_at timestamptz(3) not null
);
comment on table delivery_channels is 'feature: emails';
create index delivery_channels_seen_at on delivery_channels (seen_at);
grant select, insert, update (seen_at) on delivery_channels to postrider_app;
-- Longer than attempts, which go 90 days after the end of their month.
select make_expiring_table('delivery_channels', 'seen_at', '150 days');

-- From here on null in new rows, and read in rows of earlier versions only: boot_id, worker, lane, relay, remote_address, tls_version,
-- tls_cipher, tls_verified, ehlo_name and mail_from, which the channel has; message_id and rcpt_hash, which follow from the record of
-- the email. A later release removes them, when no attempt of an earlier version is left.
alter table delivery_attempts add column channel_id uuid;
