import type { Client } from 'pg';
import type { Catalogue, DatabaseRole, DefinerFunction, Relation } from './catalogue.ts';

/** Queries through the caller's connection, so that changes of an open transaction are included. */
export async function loadCatalogue(client: Client): Promise<Catalogue> {
  return {
    relations: (await client.query<Relation>(relations)).rows,
    roles: (await client.query<DatabaseRole>(roles)).rows,
    functions: (await client.query<DefinerFunction>(functions)).rows,
  };
}

const ours = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`;

/** The names of a key's columns, in the key's order. */
const names = (relation: string, key: string): string => `
  (select json_agg(a.attname order by part.place)
     from unnest(${key}) with ordinality as part(number, place)
     left join pg_attribute a on a.attrelid = ${relation} and a.attnum = part.number and part.number > 0)`;

const uniqueKeys = `
  select json_build_object('name', i.indexrelid::regclass::text, 'columns', ${names(
    'c.oid',
    '(i.indkey::int2[])[0:i.indnkeyatts - 1]',
  )})
    from pg_index i where i.indrelid = c.oid and i.indisunique`;

const foreignKeys = `
  select json_build_object('name', k.conname, 'columns', ${names('k.conrelid', 'k.conkey')},
                           'target', f.relname, 'targetColumns', ${names('k.confrelid', 'k.confkey')})
    from pg_constraint k join pg_class f on f.oid = k.confrelid
   where k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0`;

const policies = `
  select json_build_object(
           'name', p.polname, 'isPermissive', p.polpermissive,
           'roles', (select json_agg(case r when 0 then 'public' else pg_get_userbyid(r) end) from unnest(p.polroles) r),
           'using', pg_get_expr(p.polqual, c.oid), 'check', pg_get_expr(p.polwithcheck, c.oid))
    from pg_policy p where p.polrelid = c.oid`;

const columns = `
  select to_json(a.attname) from pg_attribute a
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum`;

const grantees = `
  select distinct to_jsonb(case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee)::text end)
    from aclexplode(c.relacl) g where g.grantee <> c.relowner`;

const listOf = (query: string): string => `array_to_json(array(${query}))`;

const relations = `
  select n.nspname as schema, c.relname as name, pg_get_userbyid(c.relowner) as owner,
         case when c.relispartition then 'partition' when c.relkind = 'v' then 'view'
              when c.relkind = 'm' then 'materialized view' else 'table' end as kind,
         c.relrowsecurity as "hasRowSecurity", c.relforcerowsecurity as "forcesRowSecurity",
         coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false) as "isInvokersView",
         ${listOf(columns)} as columns,
         ${listOf(uniqueKeys)} as "uniqueKeys",
         ${listOf(foreignKeys)} as "foreignKeys",
         ${listOf(policies)} as policies,
         ${listOf(grantees)} as grantees
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm') and ${ours}
   order by n.nspname, c.relname`;

const roles = `
  select rolname as name, rolsuper as "isSuperuser", rolbypassrls as "bypassesRowSecurity"
    from pg_roles where rolname !~ '^pg_' order by rolname`;

const functions = `
  select p.oid::regprocedure::text as name, pg_get_userbyid(p.proowner) as owner,
         coalesce(to_json(p.proconfig), '[]') as settings,
         p.proacl is null or exists (select 1 from aclexplode(p.proacl) g where g.grantee = 0) as "isOpenToAll"
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where p.prosecdef and ${ours}
     and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by 1`;
