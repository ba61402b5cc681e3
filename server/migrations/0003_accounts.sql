-- People, their sessions, their sign-in providers, and the links they get by mail.
create table users (
  id uuid primary key,
  email text not null,
  name text,
  password_hash text,
  email_verified_at timestamptz(3),
  -- The address was proven by mail sent to it or by a provider, not only by an invitation that its sender can read.
  is_address_proven boolean not null default false,
  is_instance_admin boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint users_email unique (email)
);
comment on table users is 'room: accounts';
select make_instance_table('users');

-- Only the hash of the cookie is kept. Idle time is judged by last_seen_at, which is written at most once a minute.
create table sessions (
  id uuid primary key,
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  user_agent text,
  client_address text not null,
  constraint sessions_token_hash unique (token_hash)
);
comment on table sessions is 'room: accounts';
create index sessions_user_id on sessions (user_id);
create index sessions_last_seen_at on sessions (last_seen_at);
create index sessions_expires_at on sessions (expires_at);
select make_instance_table('sessions');

create table identities (
  provider text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (provider, subject)
);
comment on table identities is 'room: accounts';
create index identities_user_id on identities (user_id);
select make_instance_table('identities');

-- The secret of a link is derived from the row's id, so the row holds none. A reset asked for an unknown address
-- leaves a row without a user: the request does the same work for everybody.
create table account_tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('verify', 'reset', 'owner')),
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table account_tokens is 'room: accounts';
create index account_tokens_user_id on account_tokens (user_id, purpose, created_at);
create index account_tokens_expires_at on account_tokens (expires_at);
create unique index account_tokens_one_owner on account_tokens (purpose) where purpose = 'owner' and used_at is null;
select make_instance_table('account_tokens');
