import type { Client } from 'pg';

const roles = ['postrider_owner', 'postrider_app', 'postrider_worker', 'postrider_dispatch'];

/**
 * Creates the roles of `docs/decisions/0002-tenancy.md` and allows the login to set them.
 * Roles belong to the whole server, so two databases may be prepared at the same moment: such a clash is tried again.
 */
export async function prepareRoles(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(statement());
      return;
    } catch (error) {
      if (attempt >= 20 || !isClash(error)) throw explained(error);
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}

// Why: from version 16 on, the creator of a role is a member of it but may not set it until that is granted.
const mayBecome = `exists (select 1 from pg_auth_members m
  where m.roleid = name::regrole and m.member = current_user::regrole
    and coalesce((to_jsonb(m)->>'set_option')::boolean, true))`;

const statement = (): string => `
  do $$
  declare
    name text;
  begin
    foreach name in array array[${roles.map((role) => `'${role}'`).join(', ')}] loop
      if not exists (select 1 from pg_roles where rolname = name) then
        execute format('create role %I nologin noinherit', name);
      end if;
      if name <> 'postrider_dispatch' and not ${mayBecome} then
        execute format('grant %I to %I', name, current_user);
      end if;
    end loop;
    if not pg_has_role('postrider_owner', 'postrider_dispatch', 'member') then
      grant postrider_dispatch to postrider_owner;
    end if;
    if not has_database_privilege('postrider_owner', current_database(), 'create') then
      execute format('grant create on database %I to postrider_owner', current_database());
    end if;
    if not has_schema_privilege('postrider_owner', 'public', 'create') then
      grant usage, create on schema public to postrider_owner with grant option;
    end if;
    if not has_schema_privilege('postrider_dispatch', 'public', 'create') then
      grant usage, create on schema public to postrider_dispatch;
    end if;
    grant usage on schema public to postrider_app, postrider_worker;
  end $$`;

const isClash = (error: unknown): boolean => {
  const code = (error as { code?: string }).code; // pg errors carry a SQLSTATE
  return code === '42710' || code === '23505' || code === 'XX000';
};

const explained = (error: unknown): Error =>
  (error as { code?: string }).code === '42501'
    ? new Error(
        'This database login may not create roles. Postrider needs them to keep projects apart: connect once as a ' +
          'superuser (or a login with CREATEROLE) to migrate, or ask the operator of the database.',
        { cause: error },
      )
    : (error as Error); // whatever pg threw
