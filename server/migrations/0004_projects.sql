-- Projects, their team members, invitations and keys, and the functions that say who comes in.
create table projects (
  id uuid primary key,
  name text not null,
  -- Short and public; stands in keys and links when the installation is one cell of several.
  handle text not null check (handle ~ '^[a-z2-7]{8}$'),
  mode text not null default 'test' check (mode in ('test', 'live')),
  disabled_reason text check (disabled_reason in
    ('PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL')),
  paused_at timestamptz(3),
  marketing_paused_at timestamptz(3),
  tracking text not null default 'ENABLED' check (tracking in ('ENABLED', 'DISABLED', 'MARKETING_ONLY')),
  language text not null default 'en',
  timezone text not null default 'UTC',
  send_rate double precision check (send_rate > 0),
  resends_transactional_on_doubt boolean not null default true,
  resends_marketing_on_doubt boolean not null default false,
  -- What going live needs, reported by the rooms above in the transactions that change it.
  has_verified_domain boolean not null default false,
  has_tested_provider boolean not null default false,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint projects_handle unique (handle)
);
comment on table projects is 'room: projects';
create index projects_deleted_at on projects (deleted_at) where deleted_at is not null;
select make_instance_table('projects');

alter table idempotency_keys add constraint idempotency_keys_project
  foreign key (project_id) references projects (id) on delete cascade;

create table memberships (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  joined_at timestamptz(3) not null,
  primary key (project_id, user_id)
);
comment on table memberships is 'room: projects';
create index memberships_user_id on memberships (user_id);
select make_instance_table('memberships');

-- Every project keeps at least one owner. The lock on the project lets two removals pass one after the other, and the
-- second count then sees the first removal. A project that is going away needs no owner.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform 1 from projects where id = old.project_id and deleted_at is null for no key update;
  if found and not exists (select 1 from memberships where project_id = old.project_id and role = 'OWNER') then
    raise exception 'a project needs an owner' using errcode = '23514', constraint = 'memberships_last_owner';
  end if;
  return null;
end $$;
create constraint trigger memberships_owner_removed after delete on memberships
  for each row when (old.role = 'OWNER') execute function keep_an_owner();
create constraint trigger memberships_owner_changed after update on memberships
  for each row when (old.role = 'OWNER' and (new.role <> 'OWNER' or new.project_id <> old.project_id))
  execute function keep_an_owner();

create table invitations (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  email text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint invitations_project_email unique (project_id, email)
);
comment on table invitations is 'room: projects';
create index invitations_email on invitations (email);
create index invitations_invited_by on invitations (invited_by);
select make_instance_table('invitations');

-- Exactly two per project. The public key is no secret and stays readable; of the secret key only the hash is kept.
create table api_keys (
  project_id uuid not null references projects (id) on delete cascade,
  kind text not null check (kind in ('public', 'secret')),
  hash bytea not null,
  last4 text not null,
  public_text text check ((kind = 'public') = (public_text is not null)),
  created_at timestamptz(3) not null,
  primary key (project_id, kind),
  constraint api_keys_hash unique (hash)
);
comment on table api_keys is 'room: projects';
select make_instance_table('api_keys');

-- Who comes in: one call looks the caller up and counts the request. The find functions alone serve when the shared
-- counter cannot be reached. They are plpgsql because its plans are kept between calls.
grant select (project_id, kind, hash, last4) on api_keys to postrider_dispatch;
grant select (id, disabled_reason) on projects to postrider_dispatch;
grant select (project_id, user_id, role) on memberships to postrider_dispatch;
grant select (id, user_id, token_hash, last_seen_at, expires_at), update (last_seen_at) on sessions to postrider_dispatch;
grant select, insert, update on rate_limits to postrider_dispatch;

create function find_key(wanted_hash text, wanted_kind text)
returns table (project_id uuid, key_last4 text, disabled_reason text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select k.project_id, k.last4, p.disabled_reason
      from api_keys k join projects p on p.id = k.project_id
     where k.hash = decode(wanted_hash, 'hex') and k.kind = wanted_kind;
end $$;

create function enter_with_key(wanted_hash text, wanted_kind text, most int, window_seconds int)
returns table (project_id uuid, key_last4 text, disabled_reason text, used int, reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  select k.project_id, k.key_last4, k.disabled_reason into project_id, key_last4, disabled_reason
    from find_key(wanted_hash, wanted_kind) k;
  if not found then return; end if;
  select c.used, c.reset_seconds into used, reset_seconds
    from consume_rate('project:' || project_id, most, window_seconds) c;
  return next;
end $$;

create function find_session(wanted_hash text, wanted_project uuid, idle_seconds int)
returns table (session_id uuid, user_id uuid, role text, disabled_reason text, is_unseen boolean)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select s.id, s.user_id, m.role, p.disabled_reason, s.last_seen_at < clock_timestamp() - interval '1 minute'
      from sessions s
      left join memberships m on m.project_id = wanted_project and m.user_id = s.user_id
      left join projects p on p.id = m.project_id
     where s.token_hash = decode(wanted_hash, 'hex') and s.expires_at > clock_timestamp()
       and s.last_seen_at > clock_timestamp() - make_interval(secs => idle_seconds);
end $$;

create function enter_with_session(wanted_hash text, wanted_project uuid, idle_seconds int, most int, window_seconds int)
returns table (session_id uuid, user_id uuid, role text, disabled_reason text, used int, reset_seconds int)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  is_unseen boolean;
begin
  select s.session_id, s.user_id, s.role, s.disabled_reason, s.is_unseen
    into session_id, user_id, role, disabled_reason, is_unseen
    from find_session(wanted_hash, wanted_project, idle_seconds) s;
  if not found then return; end if;
  -- A logged write for each request would cost a flush each.
  if is_unseen then
    update sessions set last_seen_at = clock_timestamp() where id = session_id;
  end if;
  select c.used, c.reset_seconds into used, reset_seconds
    from consume_rate('user:' || user_id, most, window_seconds) c;
  return next;
end $$;

-- Rights first: they pass to the new owner, who alone could take them away afterwards.
revoke execute on function find_key, enter_with_key, find_session, enter_with_session from public;
grant execute on function find_key, enter_with_key, find_session, enter_with_session to postrider_app;
alter function find_key owner to postrider_dispatch;
alter function enter_with_key owner to postrider_dispatch;
alter function find_session owner to postrider_dispatch;
alter function enter_with_session owner to postrider_dispatch;
