-- Which project a customer of the payment provider pays for. A dispatch function: it sees all projects and returns an id alone.
set local role postrider_dispatch;
create or replace function project_of_customer(asked text) returns table (project_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.project_id from billing_accounts a join projects p on p.id = a.project_id
   where a.customer_id = asked and p.deleted_at is null
$$;

revoke execute on function project_of_customer from public;
grant execute on function project_of_customer to postrider_worker;
