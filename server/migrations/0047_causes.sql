-- What led to a segment check and to an email: how many steps of the service, and whether an event sent with the public key (D-935).
-- Columns with a constant; no row is rewritten, and locks are held for an instant. Beside the previous version: it writes 0 and false,
-- which is right for all mail that it can make.
alter table segment_checks add column is_public boolean not null default false;
alter table emails
  add column depth smallint not null default 0,
  add column is_public boolean not null default false;

alter type moved_email add attribute depth smallint, add attribute is_public boolean;
